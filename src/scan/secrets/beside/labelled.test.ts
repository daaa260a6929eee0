import { hides, keeps, tokens } from './secret-rows.fixture.js';

hides(
  'numbered keys',
  ['Unseal Key 1: §', 'Recovery Key 5: §', 'recovery code: §'],
  tokens.map((token) => `${token}+/=`.replace('+/=', '')),
);
hides('the pair of a call', ["auth=('mira@x.example', '§')", 'HTTPBasicAuth("mira", "§")']);
hides(
  'the seed of a second factor',
  ['enter this setup key in your authenticator: §', 'TOTP secret: §'],
  [['kzqw', '3n5y', 'xr4l', 'm7tp', 'jsh2', 'gfeu'].join(' ')],
);
hides('variables of a store', ['npx hardhat vars set DEPLOYER_PK §'], tokens);
hides(
  'keys in other languages',
  ['der API-Schlüssel für den Versand ist §', "la clé API du transporteur c'est §", 'a chave da API é §'],
  tokens,
);
hides(
  'a value on a line of its own',
  ['Please use the following password to proceed:\n\n§\n\nSee the log'],
  tokens,
);
hides(
  'a passphrase of words in quotes',
  ['my passphrase for the gpg key is "§" if it asks'],
  ['eleven slow ferries at dawn'],
);
hides(
  'a value with blanks in a properties file',
  ['a.id=1\nsigning.password=§\nb.user=x'],
  ['Reed stalk 52'],
);
keeps('what everybody may know', [
  'publicKeyToken=b77a5c561934e089',
  'GPG_KEY=7169605F62C751356D054A26A821E680E5FA6305',
  'arn:aws:secretsmanager:eu-central-1:418820357731:secret:till/db-a1B2c3',
  'password: {{ .Values.auth.password | b64enc | quote }}',
  'IDEMPOTENCY_KEY=7f3c2a10-51b8-4c5e-9d77-0a6be1c2f3d4',
  'secrets: inherit',
  'der Schlüssel liegt im Schrank 12',
  'recovery code: none',
]);
