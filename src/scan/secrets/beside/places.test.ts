import { hides, keeps, tokens } from './secret-rows.fixture.js';

hides('an argument of a call', [
  'jwt.sign(payload, "§", { algorithm: "HS256" })',
  'jwt.encode(claims, "§", algorithm="HS256")',
  "createHmac('sha256', '§')",
  'hmac.new(b"§", body)',
  'smtp.login("mira@x.example", "§")',
  'DriverManager.getConnection(url, "app", "§")',
]);
hides('the configuration of a device', [
  'enable secret 0 §',
  'username admin privilege 15 secret 0 §',
  'snmp-server community § RO',
  'crypto isakmp key § address 10.0.0.1',
  '%any %any : PSK "§"',
  'WIFI:T:WPA;S:Guests;P:§;;',
]);
hides('a value below its name', ['password:\n  §\n', '<key>Password</key>\n<string>§</string>']);
hides('what a command prints', ['$ cat /run/secrets/db_password\n§', '$ cat ~/.vault_pass\n§\n']);
hides('keys in an address', ['https://mainnet.infura.io/v3/§', 'https://x.example/api/webhook/§'], tokens);
hides('a header of a service', ['curl -H "Fastly-Key: §" https://x.example'], tokens);
hides('a list of secrets', ['api_keys:\n  - §\n  - other', '"tokens": ["§"]'], tokens);
hides('a PIN', ['the vault PIN is §, ask Oona', 'le code PIN est §', 'my PIN: §'], ['730418', '4821']);
hides('codes', ['Save these recovery codes:\n§\n60880-55fd4\n'], ['03ba1-b07f1']);
hides('a seed', ['oathtool --totp -b "§"', 'TOTP seed: §'], ['I327 IIBG MKZT FWPA']);
hides(
  'a block of several lines',
  ['  api_token: >-\n    idpyLwRJonUpQfB2BtLIGnw8xsm\n    §\n  retries: 3'],
  ['jAgnzEwu3SDC_U_nWrOCVE1p'],
);
hides(
  'the private part of a key',
  [
    'PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n§\nPrivate-MAC: 0',
    '-----BEGIN OpenVPN Static key V1-----\n§\n§\n-----END OpenVPN Static key V1-----',
  ],
  ['2d7ef5fbd2b43759b06fe69f24c9cce3'],
);
hides(
  'a salt of WordPress',
  ["define('LOGGED_IN_KEY', '§');"],
  ['xP,RBIFk4np|~&mJ4RE9qHig2t!z[kZmUS8kay@ S09dZIcbe8}:hA77Z'],
);
keeps('what only looks like one', [
  '"client_secret": "TODO",',
  'NEXT_PUBLIC_SENTRY_DSN=https://09eeeec16f9fed26fd78142799c64c90@o48812.ingest.de.sentry.io/4508812341',
  'mongodb+srv://<username>:<password>@cluster0.mongodb.net/<dbname>',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'jwt.verify(token, secret)',
  'the GPIO pin is 1045',
  'enable secret rotation for the staging cluster',
  'backup codes are in the safe',
  'tokens: [INDENT, DEDENT, NEWLINE]',
  'cat src/token.ts\nexport const next = 1;',
  'https://docs.x.example/webhooks/getting-started-with-events',
]);
