import { expect, test } from 'vitest';
import { textPackage } from '../package/text-package.fixture.js';
import { secretsScanner } from './secrets.js';

function scan(path: string, text: string) {
  return secretsScanner.scan(textPackage({ [path]: text }));
}

type Row = readonly [path: string, text: string, ...expected: string[]];

function check(rows: readonly Row[]): void {
  for (const [path, text, ...expected] of rows) {
    const found = scan(path, text).map(({ rule, severity, confidence, line }) =>
      [rule, severity, confidence, ...(line === undefined ? [] : [line])].join(' '),
    );
    expect([path, text, ...found]).toEqual([path, text, ...expected]);
  }
}

// Assembled here, so that nothing in the repository looks like a secret.
const awsKey = ['AK', 'IAQ3EGRZP7LWTM4VKD'].join('');
const githubToken = ['gh', 'p_r8Kq2Zt7Wm4Xv9Bn3Lc6Jh5Gf1Ds0Pa8Yu7E'].join('');
const password = ['Zt7W', 'm4Xv9Bn3Lc6'].join('');
const keyLines = [
  '-----BEGIN RSA PRIVATE',
  ' KEY-----\nMIIEpQIBAAKCAQEA3Tz2mr7SZiAMAAAAABG5vbmUx9Qk2\n-----END RSA PRIVATE',
  ' KEY-----',
].join('');

test('service keys, private keys and passwords are found with their line', () => {
  check([
    ['a.sh', `# fetch\nexport AWS_ACCESS_KEY_ID=${awsKey}`, 'secrets/service-key high high 2'],
    ['a.md', `Use \`${githubToken}\`.`, 'secrets/service-key high medium 1'],
    [
      'a.txt',
      `first\r\n\r\n${keyLines}\r\n${githubToken}`,
      'secrets/private-key high high 3',
      'secrets/service-key high high 6',
    ],
    ['a.py', `\npassword = "${password}"`, 'secrets/password medium medium 2'],
    ['a.md', `password: "${password}"`, 'secrets/password low low 1'],
  ]);
});

test('an example of a secret is not a finding', () => {
  check([
    ['a.md', `export AWS_ACCESS_KEY_ID=${['AK', 'IAIOSFODNN7EXAMPLE'].join('')}`],
    ['a.md', `token ${['gh', 'p_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'].join('')}`],
    ['a.md', `token ${['gh', 'p_1234567890abcdefghijklmnopqrstuvwxyz'].join('')}`],
    ['a.md', 'export API_KEY="your-api-key-here"\npassword: <password>\ntoken: $TOKEN'],
    ['a.py', 'password = os.environ["PASSWORD"]\ntoken = "change-me-please-1"'],
    ['a.md', keyLines.replace(/MII\w+/, 'MIIEpQIBAAKCAQEA...')],
    [
      'a.pem',
      '-----BEGIN CERTIFICATE-----\nMIIEpQIBAAKCAQEA3Tz2mr7SZiAMAAAAABG5vbmUx9Qk2\n-----END CERTIFICATE-----',
    ],
  ]);
});

test('files for storing keys are found', () => {
  check([
    ['certs/a.p12', '', 'secrets/key-store medium high'],
    ['passwords.kdbx', '', 'secrets/key-store medium high'],
    ['id_ed25519', '', 'secrets/key-store medium high'],
    ['a.pem', keyLines, 'secrets/private-key high high 1', 'secrets/key-store medium high'],
    [
      '.env',
      `MAIL_PASSWORD=${password}`,
      'secrets/password medium medium 1',
      'secrets/key-store medium high',
    ],
    ['.aws/credentials', '', 'secrets/key-store medium high'],
    ['.env', 'MAIL_PASSWORD=\nPORT=3000\nAPI_KEY=$OTHER'],
    ['.env.example', 'API_KEY=your-key-here'],
    ['.npmrc', 'registry=https://registry.example.com/\n_authToken=$' + '{TOKEN}'],
    ['id_ed25519.pub', 'ssh-ed25519 AAAA ann@example.com'],
  ]);
});

test('a finding never shows a secret', () => {
  const text = `a=${githubToken} b=${awsKey} password="${password}"\n${keyLines}`;
  const shown = JSON.stringify(scan('a.sh', text));
  for (const secret of [githubToken, awsKey, password, 'MIIEpQIBAAKCAQEA3Tz2mr7SZiAMAAAAABG5vbmUx9Qk2'])
    expect(shown).not.toContain(secret);
  expect(scan('a.sh', `b=${awsKey}`)).toMatchObject([{ excerpt: 'b=[redacted:aws-key]' }]);
});
