import { hides, keeps, tokens } from './secret-rows.fixture.js';

/** Passwords that are no name of anything: small letters, capitals and digits. */
const passwords = [['Blu3Fr0g', 'Lake'].join('!'), ['Harbor', '7719'].join('')];

hides('users of a system', [
  "useradd -m -p $(openssl passwd -6 '§') bob",
  "mkpasswd -m sha-512 '§'",
  'rootpw --plaintext §',
  'd-i passwd/root-password password §',
  'schtasks /create /tn x /ru bob /rp §',
  'reg add HKLM\\X /v DefaultPassword /t REG_SZ /d § /f',
  'Key Content            : §',
]);
hides(
  'a hash that a system stores',
  ["usermod -p '§' bob", '  passwd: §'],
  [`$6$${'saltsalt'}$${'aB3dE5gH7jK9'.repeat(7)}`],
);
hides('keys, archives and documents', [
  'signtool sign /f cert.pfx /p § /tr http://ts x.exe',
  'security import cert.p12 -k build.keychain -P § -T /usr/bin/codesign',
  'rar a -hp§ x.rar f',
  'qpdf --encrypt § § 256 -- a.pdf b.pdf',
]);
hides('databases', [
  'ACL SETUSER bob on >§ ~* +@all',
  'impdp system/§@orcl dumpfile=x',
  'Driver={ODBC Driver 18};Server=x;UID=sa;PWD={§};',
  'A temporary password is generated for root@localhost: §',
]);
hides('packages and stores of secrets', [
  'bundle config set --global gems.x.example bob:§',
  "bw login bob@x.example '§'",
  "ansible-vault encrypt_string '§' --name db",
  'eas secret:create --name X --value §',
  'setx API_SECRET "§"',
]);
hides('standard input of a store', [
  "printf '%s' '§' | docker secret create db_pw -",
  "echo -n '§' | gcloud secrets create db-pw --data-file=-",
  'echo § | wrangler secret put API_KEY',
  'vercel env add DB_PW production <<< "§"',
  "pass insert -m x <<< '§'",
  "echo -n '§' | base64",
  'rsync --password-file=<(echo §) bob@x::m .',
  'restic --password-command "echo §" snapshots',
]);
hides('the answer to a prompt', ['expect "assword:"; send "§\\r"']);
hides(
  'any client that is given a user',
  ["evil-winrm -i 10.0.0.1 -u bob -p '§'", 'ncftpput -u bob -p § x / f'],
  passwords,
);
hides(
  'a password with characters of the end of a URL',
  [
    'postgres://app:§#q1?x@db.example.test/app',
    'redis://:§#1@cache:6379',
    'mongodb+srv://a:§?b@c.example.test',
    'https://anna:§#q1@git.example.test/shop.git',
  ],
  passwords,
);
hides('a user before a host', ['postgres:§@db:5432', 'sip:bob:§@pbx.x'], passwords);
hides(
  'tokens beside who logs in',
  ['vault operator unseal §', 'nuget push x.nupkg § -Source x', '{"username":"bob","key":"§"}'],
  [['x7Kq29LmPz4R', '8sWv3TnB', 'q1W2e3'].join('')],
);
hides(
  'a secret of AWS',
  [
    'aws configure set aws_secret_access_key § --profile x',
    "new AWS.Credentials('AKIA2345ABCD6789EFGH', '§')",
  ],
  [['/YxIlKcZFzAuZkBtSrc', 'hH0xNhlHHmfJ0G2EH5LN+'].join('')],
);

keeps('commands that name a secret or have none', [
  'gcloud secrets versions access latest --secret=db-password',
  'docker run -u node:node app',
  'docker compose -p shop1 exec -u root web sh',
  'tool -u https://x -p proj-2024',
  'usermod -aG docker bob2',
  'openssl passwd -6 -stdin',
  'reg add HKCU\\X /v Theme /t REG_SZ /d Dark2 /f',
  'snmpwalk -v2c -c public h2',
  'bundle config set --local path vendor/bundle2',
  'nuget push bin/x.1.2.3.nupkg -Source x',
  'conn.send("ping2\\n")',
  'tcpdump -i eth0 -w capture1.pcap # security',
  'lodash:npm:lodash-es@4.17.21',
  'image: x/y:22-alpine@sha256:0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c',
  'mailto:bob99@x.example',
  'grep -rn "api_key=" src/v2',
]);

hides('Twilio', ['Client("ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "§")'], tokens.slice(1));
