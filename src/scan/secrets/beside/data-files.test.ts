import { hides, keeps, tokens } from './secret-rows.fixture.js';

hides('SQL', [
  "ALTER USER app WITH PASSWORD '§';",
  "CREATE USER a IDENTIFIED BY '§';",
  'create user a identified by "§"',
  "CREATE ROLE a LOGIN ENCRYPTED PASSWORD '§'",
  "SET PASSWORD FOR 'a'@'%' = PASSWORD('§')",
  "ALTER LOGIN sa WITH PASSWORD = N'§';",
  "CREATE USER a IDENTIFIED WITH mysql_native_password BY '§'",
  "OPTIONS (user 'app', password '§')",
  "UPDATE users SET password = '§' WHERE id = 1",
  "INSERT INTO users (name, password, age) VALUES ('a', '§', 7)",
]);

hides('lists of logins', [
  'localhost:5432:db:app:§',
  '*:*:*:app:§',
  '# comment\ndb.internal:5432:shop:app:§\nother',
  'machine h login a password §',
  'machine h\n  login a\n  password §\n',
  'default login a password §',
]);

hides('hashes of passwords', ['root:§:19000:0:99999:7:::'], [`$6$abc$${'x7Kq29LmPz4R8sWv'.repeat(4)}`]);

hides('clusters and clients', [
  'apiVersion: v1\nkind: Secret\nstringData:\n  foo: §\n  bar: "§"\n',
  '{"kind":"Secret","data":{"foo":"§"}}',
  '    client-key-data: §§§',
  '<add key="DbPassword" value="§" />',
  'network={\n  ssid="Office"\n  psk="§"\n}',
  'spring.datasource.password=§',
]);

hides(
  'a login in base64',
  ['{"auths":{"x":{"auth":"§"}}}', '_auth=§'],
  [btoa('bob:Harbor7719'), btoa('u:x7Kq29LmPz')],
);

hides('tokens', ['SECRET_KEY_BASE=§', "define('AUTH_KEY', '§');", 'os.environ["API_KEY"] = "§"'], tokens);

hides(
  'a phrase of plain words',
  ['password: §\nuser: admin', 'seed phrase: §', 'mnemonic = "§"'],
  ['correct maple violin harbor legal winner'],
);

hides('configuration', [
  '[smtp]\nuser = "bot"\npass = "§"\ntls = true',
  '{"command":"db1.example.com:5432:*:etl:§"}',
]);

keeps('no secrets', [
  'assert user.check_password("wrong-password") is False',
  'ANTHROPIC_API_KEY=sk-ant-...',
  'Example: `Authorization: Basic base64(user:pass)`',
  'ALTER USER app WITH PASSWORD :pw',
  'CREATE USER a IDENTIFIED BY ?',
  'objects are identified by `code1` here',
  'identified by its name2',
  'INSERT INTO users (name, password) VALUES (?, ?)',
  'localhost:5432',
  'src/a.ts:5432:10:foo:bar1',
  'kind: Secret\nmetadata:\n  name: x1\n',
  'kind: SecretStore\ndata:\n  foo: abcd1234\n',
  'secretName: tls-v2',
  'Secret: db-credentials-v2',
]);
