import { hides, keeps, tokens } from './secret-rows.fixture.js';

hides('what a command about secrets prints', [
  '$ vault kv get -field=password secret/db\n§',
  '$ op read op://x/db/password\n§',
  "$ kubectl get secret db -o jsonpath='{.data.password}' | base64 -d\n§",
  '$ printenv DB_PASSWORD\n§',
  '$ terraform output -raw db_password\n§',
]);
hides(
  'what a generator prints',
  ['$ openssl rand -base64 24\n§', '$ pwgen 20 1\n§', '$ gh auth token\n§'],
  tokens,
);
hides('labels of documents', [
  '**Password:** `§`',
  'Password ....... §',
  '<td>Password</td><td>§</td>',
  '&quot;password&quot;:&quot;§&quot;',
  '&lt;password&gt;§&lt;/password&gt;',
  '<entry key="password">§</entry>',
  '<wsse:Password Type="#PasswordText">§</wsse:Password>',
  '<setting name="ApiSecret"><value>§</value></setting>',
  'variable "db_password" { default = "§" }',
  '  ~ master_password = "old" -> "§"',
  'password <- "§"',
  "ENV['DB_PASSWORD'] ||= '§'",
  'web1 ansible_host=10.0.0.1 ansible_ssh_pass=§',
  'password: !!str §',
]);
hides('parts of keys', ['{"kty":"oct","k":"§"}', '<RSAKeyValue><D>§</D></RSAKeyValue>'], tokens);
hides(
  'numbers of a key pair',
  ['"secretKey":[§]'],
  ['174,47,154,16,202,193,206,113,199,190,53,133,169,175,31,56'],
);
hides(
  'a seed phrase',
  ['my recovery phrase is §'],
  ['glide marble tobacco fringe oxygen drift salmon window pulp tackle nephew crater'],
);
hides('a key in groups', ['license key: §', 'slmgr /ipk §'], ['2QAGC-GVA70-TULGQ-16PGF-OR0W9']);
hides('a code', ['the door code is §', 'npm publish --otp §', 'your 2FA code is §'], ['482019']);
hides(
  'a link that opens an account',
  [
    'https://x.example/magic-link?t=§',
    'https://x.example/tiles?key=§',
    'https://x.example/oauth/callback?code=§&state=1',
  ],
  tokens,
);

keeps('what other commands print', [
  '$ terraform output -raw vpc_id\nvpc-0a1b2c3d4e5f67890',
  '$ printenv NODE_VERSION\nv20.19.0-rc1',
  '$ echo aGVsbG8= | base64 -d\nhello-world2',
]);
keeps('values that are made up for examples', [
  'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE',
  'Authorization: Bearer test-token',
  "const token = 'test-token-123';",
  'API_KEY=your_api_key_here_123',
  'JWT_SECRET=test',
  "rules: { password: 'required|string|min:8' }",
  'SELL_TOKEN="0x0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c0f9a8b7c"',
  '<token>IDENT2</token>',
  'pageToken=x7Kq29LmPz4R8sWv3TnBx7Kq29LmPz4R',
  'signing_key = A5F51CF4812E658C',
  'secret "db-creds-7f9c" created',
  'la clave primaria es user_id2',
  'Erlang/OTP 26 [erts-14.2.5]',
  'verification code expires in 10 minutes',
]);
