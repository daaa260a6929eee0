import { expect, test } from 'vitest';
import { type SecretName, secretName } from './secret-name.js';

function check(expected: SecretName | undefined, names: string) {
  for (const name of names.split(' '))
    test(`${name} names ${expected === undefined ? 'no secret' : `a secret, ${expected}`}`, () => {
      expect(secretName(name)).toBe(expected);
    });
}

check(
  'certain',
  'password PASSWORD db_password dbPassword DBPassword userpasswd passphrase pwd new_password password2',
);
check(
  'certain',
  'secret clientSecret client-secret SECRET_KEY secretKey apiKey apikey api_key X-Api-Key OPENAI_API_KEY',
);
check(
  'certain',
  'aws_secret_access_key AccountKey private_key SIGNING_KEY PASSWORD_PROD secret_value DB_PASS ansible_become_pass SECRET_KEY_BASE',
);
check('plain', 'token accessToken GITHUB_TOKEN _authToken X-Auth-Token auth credentials cookie pass jwt');
check('plain', 'OPENWEATHER_KEY GITHUB_PAT');
check(
  undefined,
  'name key keys cacheKey storageKey HEX_PAT primary_key PRIMARY_KEY PUBLIC_KEY publicKey monkey author authority compass',
);
check(undefined, 'max_tokens tokens token_count tokenType nextToken next_page_token eos_token tokenizer');
check(
  undefined,
  'secret_name secretName password_hash passwordField password_policy passed bypass cookies_enabled',
);
check(undefined, 'existingSecret auth.existingSecret imagePullSecret');
