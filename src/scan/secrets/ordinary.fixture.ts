/*
 * Ordinary output of tools without secrets, much of it with words and formats that secrets have. Each template is filled
 * in several ways.
 */

interface Fill {
  readonly hex: (length: number) => string;
  readonly base64: (length: number) => string;
  readonly number: (below: number) => number;
  readonly uuid: () => string;
  readonly word: () => string;
  readonly file: () => string;
}

export function ordinaryOutputs(): readonly string[] {
  const outputs: string[] = [];
  for (let seed = 1; seed <= fillings; seed += 1) {
    const fill = filling(seed);
    outputs.push(...templates.map((template) => template(fill)));
  }
  return outputs;
}

const fillings = 8;

function filling(seed: number): Fill {
  let drawn = seed;
  const number = (below: number) => {
    drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) >>> 0;
    return (drawn >>> 8) % below;
  };
  const of = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(number(alphabet.length))).join('');
  const hex = (length: number) => of('0123456789abcdef', length);
  const word = () => words[number(words.length)] ?? '';
  return {
    hex,
    number,
    word,
    base64: (length) => of('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', length),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    file: () => `src/${word()}/${word()}-${word()}.ts`,
  };
}

const words =
  'parser library session token secret cookie password registry usage curator event skill reader store query index render button server client worker queue cache report'.split(
    ' ',
  );

const templates: readonly ((fill: Fill) => string)[] = [
  // git
  ({ hex, word }) =>
    `commit ${hex(40)}\nAuthor: Ann <ann@example.com>\nDate:   Mon Jan 5 10:00:00 2026 +0100\n\n    Add ${word()} ${word()}`,
  ({ hex, word }) =>
    Array.from({ length: 8 }, () => `${hex(7)} Fix the ${word()} of the ${word()}`).join('\n'),
  ({ hex, file }) =>
    `diff --git a/${file()} b/${file()}\nindex ${hex(7)}..${hex(7)} 100644\n@@ -1,3 +1,3 @@\n-const token = next();\n+const token = peek();`,
  ({ hex }) => `HEAD is now at ${hex(7)} Rename secret_name to name`,
  ({ hex }) => `${hex(40)}\trefs/heads/main\n${hex(40)}\trefs/tags/v1.2.0^{}`,
  () => 'To github.com:owner/repo.git\n * [new branch]      fix/token-refresh -> fix/token-refresh',
  () =>
    'remote: Enumerating objects: 5, done.\nFrom https://github.com/owner/repo\n * branch main -> FETCH_HEAD',
  () => 'origin\tgit@github.com:owner/repo.git (fetch)\norigin\thttps://github.com/owner/repo (push)',
  // listings and search
  ({ file, number }) =>
    Array.from({ length: 8 }, () => `-rw-r--r-- 1 ann ann ${number(99999)} Jan  5 10:00 ${file()}`).join(
      '\n',
    ),
  ({ file, number }) =>
    Array.from({ length: 6 }, () => `${file()}:${number(400)}:  const token = tokens[index];`).join('\n'),
  ({ file, number }) =>
    `${file()}:${number(99)}:  if (password === undefined) throw new Error('password must not be empty');`,
  ({ file }) => Array.from({ length: 10 }, file).join('\n'),
  ({ number }) =>
    `node_modules/.pnpm/@scope+token-store@${number(9)}.${number(20)}.1_react@18.2.0/node_modules/@scope/token-store/package.json`,
  ({ number }) => `src/auth/token.ts:${number(99)}:export type Token = { kind: TokenKind; value: string };`,
  ({ number }) => `docs/secrets.md:${number(99)}:Set \`API_KEY\` in the environment, e.g. API_KEY=<your-key>`,
  // lock files, digests, binary data
  ({ base64, number }) =>
    `    "node_modules/left-pad": {\n      "version": "1.${number(9)}.0",\n      "resolved": "https://registry.npmjs.org/left-pad/-/left-pad-1.3.0.tgz",\n      "integrity": "sha512-${base64(86)}=="\n    }`,
  ({ base64 }) => `  resolution: {integrity: sha512-${base64(86)}==}\n  engines: {node: '>=18'}`,
  ({ hex }) => `sha256:${hex(64)}\nDigest: sha256:${hex(64)}\nStatus: Image is up to date for node:20`,
  ({ hex }) => `${hex(64)}  coppice-0.1.0.tgz\n${hex(32)}  LICENSE`,
  ({ hex }) =>
    `name = "serde"\nversion = "1.0.197"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${hex(64)}"`,
  ({ base64 }) => `@font-face { src: url(data:font/woff2;base64,${base64(400)}) format("woff2"); }`,
  ({ base64 }) => `<img src="data:image/png;base64,iVBORw0KGgo${base64(300)}">`,
  ({ base64 }) =>
    `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo${base64(500)}"}}`,
  ({ base64 }) => `//# sourceMappingURL=data:application/json;base64,${base64(200)}`,
  ({ uuid, word }) => `{"id":"${uuid()}","session_id":"${uuid()}","kind":"${word()}"}`,
  ({ uuid }) => `Created run ${uuid()} in session ${uuid()}`,
  ({ hex }) => `-----BEGIN PUBLIC KEY-----\nMIIBIjANBg${hex(54)}\n-----END PUBLIC KEY-----`,
  ({ base64 }) => `-----BEGIN CERTIFICATE-----\n${base64(64)}\n${base64(64)}\n-----END CERTIFICATE-----`,
  ({ base64 }) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${base64(43)} ann@example.com`,
  ({ hex }) => `Key fingerprint = ${hex(40).toUpperCase()}`,
  ({ hex }) => `0x${hex(40)} transferred to 0x${hex(40)}`,
  ({ hex }) => `ETag: "${hex(32)}"\nCache-Control: max-age=31536000\nX-Request-Id: ${hex(32)}`,
  // code with the words
  () => 'function readToken(token: Token, secret: string, password?: string): Promise<Session> {',
  () => 'const token = process.env.GITHUB_TOKEN;\nconst secret = process.env["CLIENT_SECRET"] ?? "";',
  () =>
    'token = os.environ["API_TOKEN"]\npassword = getpass.getpass("Password: ")\nsecret = config.get("secret")',
  () => 'interface Login {\n  user: string;\n  password: string;\n  token?: string | undefined;\n}',
  () =>
    'env:\n  GITHUB_TOKEN: ${'.concat('{ secrets.GITHUB_TOKEN }}\n  NPM_TOKEN: ${', '{ secrets.NPM_TOKEN }}'),
  () => 'curl -H "Authorization: Bearer $TOKEN" https://api.example.com/v1/items',
  () => 'headers: { Authorization: `Bearer ${'.concat('token}` },'),
  () => "headers = {'Authorization': f'Bearer {token}'}",
  () => 'export API_KEY="<your-api-key>"\nexport TOKEN=your-token-here\nexport SECRET=xxxxxxxx',
  () => 'const { token, password } = await login({ user, password: input.password, secret: getSecret() });',
  () =>
    'switch (token.kind) {\n  case "identifier": return token.value;\n  case "string": return unquote(token.text);\n}',
  () =>
    '{ token: "comment.line.double-slash", foreground: "6A9955" },\n{ token: "keyword", foreground: "C586C0" }',
  () => 'fetch(url, { credentials: "same-origin", mode: "cors" })',
  () => '<input type="password" name="password" autocomplete="current-password" placeholder="Password">',
  () => '"password": { "type": "string", "minLength": 8 },\n"token": { "$ref": "#/definitions/Token" }',
  () => '{"password":"must be at least 8 characters","token":"is required"}',
  () => '"login.password": "Password",\n"login.forgot": "Forgot your password?",\n"secret": "Secret"',
  () =>
    'type: kubernetes.io/dockerconfigjson\nimagePullSecrets:\n  - name: regcred\nsecretName: my-secret\nsecret_name: my-secret',
  () => 'valueFrom:\n  secretKeyRef:\n    name: db-credentials\n    key: password',
  () =>
    'password = var.db_password\nsecret    = data.aws_secretsmanager_secret.db.arn\ntoken     = module.auth.token',
  () => 'expect(isSecretName("api_key")).toBe(true);\nexpect(token).toBe(undefined);',
  () => 'CREATE TABLE users (id serial PRIMARY KEY, password_hash text NOT NULL, token_count int DEFAULT 0);',
  () =>
    'def authenticate(user, password, token=None, secret=None):\n    return check(password=password, token=token)',
  () => 'public string Password { get; set; }\nprivate readonly ITokenService _tokenService;',
  () => 'let token = lexer.next_token()?;\nlet secret = Secret::new(bytes);\nlet key: &str = "name";',
  () => 'password := os.Getenv("DB_PASSWORD")\nif token == "" { return errNoToken }',
  () => '<?php $password = $_POST["password"]; $token = bin2hex(random_bytes(32)); ?>',
  () => 'token: this.tokens[this.position++],\npassword: hash(password, salt),\ncookie: req.headers.cookie,',
  () =>
    'const key = `${'.concat(
      'user}:${',
      "id}`;\ncache.set(key, value);\nreact.createElement('li', { key: index })",
    ),
  () => 'if [ -z "$PASSWORD" ]; then echo "PASSWORD is not set"; exit 1; fi',
  () => 'docker run -u 1000:1000 -e TOKEN -e PASSWORD=$PASSWORD -v /run/secrets:/run/secrets app',
  () =>
    'password_file: /run/secrets/db_password\ntoken_path = "/var/run/secrets/token"\nprivate_key_path: ~/.ssh/id_ed25519',
  // numbers about tokens
  ({ number }) => `token count: ${number(9999)}`,
  ({ number }) =>
    `{"model":"x","max_tokens":4096,"usage":{"input_tokens":${number(9999)},"output_tokens":${number(999)}}}`,
  ({ number }) => `max_tokens: 4096\ntotal_tokens=${number(9999)}\ntokens per second: ${number(99)}.3`,
  ({ number }) => `Tokens: ${number(99999)} in, ${number(999)} out; tokens=${number(99999)}`,
  ({ number }) => `{"eos_token":"</s>","pad_token":"<pad>","bos_token_id":1,"vocab_size":${number(99999)}}`,
  ({ number }) => `# tests ${number(99)}\n# pass ${number(99)}\n# fail 0\npass: ${number(99)}`,
  // logs and messages
  () => 'password must not be empty',
  () => 'Error: Invalid token. Token expired at 2026-01-05T10:00:00Z, please log in again.',
  () => 'The token is missing or malformed; a bearer token authentication header is required.',
  () =>
    "fatal: Authentication failed for 'https://github.com/owner/repo.git/'\nremote: Support for password authentication was removed.",
  () => "Enter passphrase for key '/home/ann/.ssh/id_ed25519': \nPassword: \nPassword for ann: ",
  () => 'SyntaxError: Unexpected token \'}\', ..."password": }" is not valid JSON',
  () =>
    'usage: tool login [--token TOKEN] [--password PASSWORD] [--api-key KEY]\n  --token TOKEN        the token to use\n  --password string    password of the account',
  () => 'Use --token to pass a token, or the --password option with care. --password-stdin reads it.',
  () => 'API key: ********\ntoken: [hidden]\npassword: (sensitive value)\nsecret: ••••••••',
  () => 'Authorization: Bearer <token>\nCookie: <cookie-name>=<cookie-value>\nX-Api-Key: {{api_key}}',
  () => 'postgres://user:password@localhost:5432/db\nredis://localhost:6379/0\nhttps://user@example.com/path',
  ({ number }) =>
    `Local:   http://localhost:${number(9999)}/\nNetwork: http://192.168.0.${number(255)}:5173/?email=a@b.example`,
  ({ number }) => `[10:00:0${number(9)}] GET /api/token?page=2&next_token=3 200 in ${number(99)}ms`,
  ({ word, number }) =>
    ` ✓ src/${word()}.test.ts (${number(99)} tests) ${number(99)}ms\n   ✓ refuses a token without a secret\n   ✓ a password is never stored`,
  ({ number }) =>
    `PWD=/home/ann/work\nSHLVL=${number(9)}\nSSH_AUTH_SOCK=/tmp/ssh-x/agent.${number(9999)}\nLANG=en_US.UTF-8`,
  ({ number }) =>
    `NAME                TYPE     DATA   AGE\ndb-credentials      Opaque   2      ${number(99)}d\nregistry-token      Opaque   1      ${number(99)}d`,
  () => '| Secret | Used for |\n|---|---|\n| `NPM_TOKEN` | publishing |\n| `DEPLOY_KEY` | pushing |',
  () =>
    '## Secrets\n\nNever put a password, token or API key into a skill. Name the variable instead: `$API_TOKEN`.',
  () => 'Secret scanning found 0 secrets in 120 files. Token permissions: read-only. Credentials: none.',
  ({ word }) =>
    `class=${word()}-button sk-fading-circle sk-loading-indicator-container-large task-list-item-checkbox`,
  () => 'desk-organiser-with-many-drawers, risk-assessment-for-all-projects, disk-usage-of-home-folders',
  () =>
    'import { createHash, randomBytes } from "node:crypto";\nimport type { TokenStore } from "@scope/auth-token-store";',
  ({ number }) =>
    `eslint-plugin-no-secrets@0.${number(9)}.1\ntiktoken@1.0.${number(9)}\njsonwebtoken@9.0.2\ncookie-parser@1.4.${number(9)}`,
];
