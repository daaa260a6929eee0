/*
 * Secrets in the contexts in which transcripts contain them. All are assembled here from parts and random characters, so
 * that nothing in the repository looks like a secret.
 */

export interface PlantedSecret {
  readonly kind: string;
  /** No eight consecutive characters may remain; none at all of a shorter secret. */
  readonly secret: string;
  readonly text: string;
}

/** Whether part of the secret is still readable. */
export function isReadable({ secret }: PlantedSecret, redacted: string): boolean {
  const length = Math.min(8, secret.length);
  for (let start = 0; start + length <= secret.length; start += 1)
    if (redacted.includes(secret.slice(start, start + length))) return true;
  return false;
}

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const hex = `${digits}abcdef`;
const alphanumeric = digits + lower + upper;
const base64url = `${alphanumeric}-_`;
const base64 = `${alphanumeric}+/`;

type Maker = (take: (alphabet: string, length: number) => string) => string;

/** Secrets with a known format, in any context. */
const shaped: Readonly<Record<string, Maker>> = {
  'aws access key': (take) => `AKIA${take(upper + digits, 16)}`,
  'aws session key': (take) => `ASIA${take(upper + digits, 16)}`,
  'github token': (take) => `ghp_${take(alphanumeric, 36)}`,
  'github oauth token': (take) => `gho_${take(alphanumeric, 36)}`,
  'github app token': (take) => `ghs_${take(alphanumeric, 36)}`,
  'github user token': (take) => `ghu_${take(alphanumeric, 36)}`,
  'github refresh token': (take) => `ghr_${take(alphanumeric, 76)}`,
  'github fine-grained token': (take) => `github_pat_${take(alphanumeric, 22)}_${take(alphanumeric, 59)}`,
  'gitlab token': (take) => `glpat-${take(digits, 1)}${take(base64url, 19)}`,
  'openai key': (take) => `sk-${take(digits, 1)}${take(alphanumeric, 47)}`,
  'openai project key': (take) => `sk-proj-${take(digits, 1)}${take(base64url, 119)}`,
  'anthropic key': (take) => `sk-ant-api03-${take(base64url, 93)}AA`,
  'google key': (take) => `AIza${take(base64url, 35)}`,
  'google access token': (take) => `ya29.${take(base64url, 120)}`,
  'google client secret': (take) => `GOCSPX-${take(base64url, 28)}`,
  'slack bot token': (take) => `xoxb-${take(digits, 12)}-${take(digits, 12)}-${take(alphanumeric, 24)}`,
  'slack app token': (take) => `xapp-1-${take(upper + digits, 11)}-${take(digits, 13)}-${take(hex, 64)}`,
  'stripe key': (take) => `sk_live_${take(alphanumeric, 24)}`,
  'stripe restricted key': (take) => `rk_live_${take(alphanumeric, 24)}`,
  'npm token': (take) => `npm_${take(digits, 1)}${take(alphanumeric, 35)}`,
  'pypi token': (take) => `pypi-AgEIcHlwaS5vcmc${take(base64url, 100)}`,
  'hugging face token': (take) => `hf_${take(alphanumeric, 34)}`,
  'sendgrid key': (take) => `SG.${take(base64url, 22)}.${take(base64url, 43)}`,
  'twilio key': (take) => `SK${take(hex, 32)}`,
  'twilio account': (take) => `AC${take(hex, 32)}`,
  'digitalocean token': (take) => `dop_v1_${take(hex, 64)}`,
  'telegram token': (take) => `${take(digits, 10)}:AA${take(base64url, 33)}`,
  'discord token': (take) =>
    `MTA${take(digits.slice(0, 6), 1)}${take(alphanumeric, 20)}.${take(base64url, 6)}.${take(base64url, 38)}`,
  'databricks token': (take) => `dapi${take(hex, 32)}`,
  'vault token': (take) => `hvs.${take(base64url, 95)}`,
  'shopify token': (take) => `shpat_${take(hex, 32)}`,
  'linear key': (take) => `lin_api_${take(alphanumeric, 40)}`,
  'notion token': (take) => `ntn_${take(alphanumeric, 46)}`,
  'old notion token': (take) => `secret_${take(alphanumeric, 43)}`,
  'age key': (take) => `AGE-SECRET-KEY-1${take(upper + digits, 58)}`,
  'json web token': (take) => `eyJhbGciOiJIUzI1NiJ9.eyJ${take(base64url, 60)}.${take(base64url, 43)}`,
  'supabase token': (take) => `sbp_${take(hex, 40)}`,
  'groq key': (take) => `gsk_${take(alphanumeric, 52)}`,
};

const anywhere: readonly ((secret: string) => string)[] = [
  (secret) => `2026-01-05 10:00:00 INFO using ${secret} for the request`,
  (secret) => `{"id":7,"value":"${secret}","next":null}`,
  (secret) => JSON.stringify({ output: JSON.stringify({ value: secret }) }),
  (secret) => `services:\n  web:\n    environment:\n      VALUE: ${secret}\n      PORT: 3000\n`,
  (secret) => `export VALUE=${secret}\nnpm run deploy`,
  (secret) => `$ tool login --with '${secret}' && tool push`,
  (secret) => `+const client = new Client("${secret}");\n-const client = new Client();`,
  (secret) => `line one\\n${secret}\\nline three`,
  (secret) => `https://example.com/callback?code=${secret}&state=1`,
  (secret) => `X-Custom: ${secret}\r\nAccept: */*\r\n`,
  (secret) => `| name | value |\n|---|---|\n| prod | ${secret} |`,
  (secret) => `(${secret})`,
];

/** Secrets that only their context reveals. */
const surrounded: Readonly<Record<string, readonly [Maker, ...((secret: string) => string)[]]>> = {
  'aws secret key': [
    (take) => `${take(base64, 38)}${take(digits, 1)}${take(upper, 1)}`,
    (secret) => `aws_secret_access_key = ${secret}`,
    (secret) => `AWS_SECRET_ACCESS_KEY=${secret}`,
    (secret) => `{"AccessKeyId":"x","SecretAccessKey":"${secret}"}`,
    (secret) => `aws configure set aws_secret_access_key "${secret}"`,
  ],
  password: [
    (take) => `${take(lower, 5)}${take(digits, 2)}${take('!#%^*-_+~', 1)}${take(alphanumeric, 4)}`,
    (secret) => `password: ${secret}`,
    (secret) => `password = "${secret}"`,
    (secret) => `"password": "${secret}",`,
    (secret) => `{\\"user\\":\\"bob\\",\\"password\\":\\"${secret}\\"}`,
    (secret) => `{\\\\\\"password\\\\\\":\\\\\\"${secret}\\\\\\"}`,
    (secret) => `DB_PASSWORD=${secret}`,
    (secret) => `export PGPASSWORD='${secret}'`,
    (secret) => `[client]\nuser = root\npassword = ${secret}\n`,
    (secret) => `mysql --user root --password ${secret} db`,
    (secret) => `mysql --password=${secret} db`,
    (secret) => `["login","--password","${secret}"]`,
    (secret) => `connect(user="bob", password="${secret}")`,
    (secret) => `<password>${secret}</password>`,
    (secret) => `- name: DB_PASSWORD\n  value: ${secret}\n`,
    (secret) => `{"name":"DB_PASSWORD","value":"${secret}"}`,
    (secret) => `machine example.com login bob password ${secret}`,
    (secret) => `Server=db;User Id=sa;Password=${secret};Encrypt=true`,
    (secret) => `The password is ${secret}`,
    (secret) => `config.password = '${secret}';`,
    (secret) => `'password' => '${secret}',`,
    (secret) => `const password: string = "${secret}";`,
    (secret) => `+  passwd: ${secret}\n`,
    (secret) => `password: |\n  ${secret}\n`,
    (secret) => `dbPassword: '${secret}'`,
    (secret) => `$env:ADMIN_PASSWORD = "${secret}"`,
    (secret) => `curl -d 'user=bob&password=${secret}' https://x.y`,
    (secret) => `sshpass -p '${secret}' ssh bob@x.y`,
    (secret) => `mysql -u root -p${secret} app`,
  ],
  'plain password': [
    (take) => take(lower, 12),
    (secret) => `password: ${secret}`,
    (secret) => `POSTGRES_PASSWORD=${secret}`,
    (secret) => `"password":"${secret}"`,
    (secret) => `--password ${secret}`,
    (secret) => `https://x.y/login?user=bob&password=${secret}`,
  ],
  passphrase: [
    (take) => `${take(lower, 8)} ${take(lower, 9)} ${take(lower, 8)}`,
    (secret) => `passphrase = "${secret}"`,
    (secret) => `SSH_PASSPHRASE="${secret}"`,
  ],
  token: [
    (take) =>
      `${take(lower, 3)}${take(digits, 3)}${take(upper, 3)}${take(digits, 3)}${take(alphanumeric, 20)}`,
    (secret) => `token: ${secret}`,
    (secret) => `"access_token":"${secret}","token_type":"bearer"`,
    (secret) => `//registry.npmjs.org/:_authToken=${secret}`,
    (secret) => `X-Auth-Token: ${secret}`,
    (secret) => `PRIVATE-TOKEN: ${secret}`,
    (secret) => `vault login token=${secret}`,
    (secret) => `https://x.y/z?access_token=${secret}&a=1`,
    (secret) => `login failed for token ${secret}`,
    (secret) => `refreshToken: '${secret}',`,
    (secret) => `CI_JOB_TOKEN=${secret} make`,
    (secret) => `gh auth login --token ${secret}`,
    (secret) => `session_token=${secret}`,
    (secret) => `Your new token is: ${secret}`,
    (secret) => `| user | bob |\n| token      | ${secret} |`,
  ],
  'api key': [
    (take) => `${take(digits, 2)}${take(hex, 30)}`,
    (secret) => `api_key: ${secret}`,
    (secret) => `X-Api-Key: ${secret}`,
    (secret) => `apiKey: "${secret}"`,
    (secret) => `OPENWEATHER_KEY=${secret}`,
    (secret) => `tool --api-key ${secret}`,
    (secret) => `?api_key=${secret}`,
    (secret) => `client_secret = "${secret}"`,
    (secret) => `TWILIO_AUTH_TOKEN=${secret}`,
    (secret) => `ENCRYPTION_KEY=${secret}`,
    (secret) => `the API key ${secret} was refused`,
    (secret) => ` API key │ ${secret} │`,
  ],
  'authorization header': [
    (take) => `${take(alphanumeric, 12)}${take(digits, 2)}${take(base64url, 12)}`,
    (secret) => `Authorization: Bearer ${secret}`,
    (secret) => `curl -H "Authorization: Bearer ${secret}" https://x.y`,
    (secret) => `{"headers":{"Authorization":"Bearer ${secret}"}}`,
    (secret) => `{\\"authorization\\":\\"token ${secret}\\"}`,
    (secret) => `Proxy-Authorization: Basic ${secret}==`,
    (secret) => `authorization: ${secret}`,
  ],
  'user and password': [
    (take) => `${take(lower, 4)}${take(digits, 3)}${take(upper, 3)}`,
    (secret) => `curl -u bob:${secret} https://x.y`,
    (secret) => `curl --user "bob:${secret}" https://x.y`,
    (secret) => `["curl","-u","bob:${secret}"]`,
  ],
  'url password': [
    (take) => `${take(alphanumeric, 10)}%40${take(alphanumeric, 4)}`,
    (secret) => `git clone https://bob:${secret}@github.com/o/r.git`,
    (secret) => `DATABASE_URL=postgres://app:${secret}@db.internal:5432/app?sslmode=require`,
    (secret) => `redis://:${secret}@cache:6379/0`,
    (secret) => `{"url":"mongodb+srv://app:${secret}@cluster0.x.mongodb.net/app"}`,
    (secret) => `amqp://guest:${secret}@mq//`,
  ],
  cookie: [
    (take) => take(alphanumeric, 32),
    (secret) => `Cookie: theme=dark; session=${secret}; lang=de`,
    (secret) => `Set-Cookie: sid=${secret}; Path=/; HttpOnly`,
    (secret) => `curl --cookie "session=${secret}" https://x.y`,
    (secret) => `{"cookie":"connect.sid=${secret}"}`,
  ],
  'azure key': [
    (take) => `${take(base64, 84)}${take(digits, 1)}${take(lower, 1)}==`,
    (secret) =>
      `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${secret};EndpointSuffix=core.windows.net`,
    (secret) => `Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=n;SharedAccessKey=${secret}`,
  ],
  'signed url': [
    (take) => `${take(alphanumeric, 40)}%3D`,
    (secret) => `https://x.blob.core.windows.net/c/b?sv=2022-11-02&sr=b&sig=${secret}`,
    (secret) => `https://b.s3.amazonaws.com/k?X-Amz-Date=1&X-Amz-Signature=${secret}`,
  ],
  webhook: [
    (take) => take(alphanumeric, 24),
    (secret) => `https://hooks.slack.com/services/T0000000/B0000000/${secret}`,
    (secret) => `https://discord.com/api/webhooks/123456789012345678/${secret}`,
  ],
  'private key': [
    (take) => Array.from({ length: 6 }, () => take(base64, 64)).join('\n'),
    (secret) => `-----BEGIN ${'RSA PRIVATE'} KEY-----\n${secret}\n-----END ${'RSA PRIVATE'} KEY-----\n`,
    (secret) => `$ cat id_ed25519\n-----BEGIN ${'OPENSSH PRIVATE'} KEY-----\n${secret}\n`,
    (secret) =>
      JSON.stringify({
        private_key: `-----BEGIN ${'PRIVATE'} KEY-----\n${secret}\n-----END ${'PRIVATE'} KEY-----`,
      }),
    (secret) =>
      JSON.stringify(
        JSON.stringify({
          key: `-----BEGIN ${'EC PRIVATE'} KEY-----\n${secret}\n-----END ${'EC PRIVATE'} KEY-----`,
        }),
      ),
    (secret) => `-----BEGIN ${'PGP PRIVATE'} KEY BLOCK-----\nVersion: x\n\n${secret}`,
    (secret) => {
      const lines = [
        `-----BEGIN ${'PRIVATE'} KEY-----`,
        ...secret.split('\n'),
        `-----END ${'PRIVATE'} KEY-----`,
      ];
      return lines.map((line, index) => `${index + 1}\t${line}\n`).join('');
    },
    (secret) => {
      const lines = [`-----BEGIN ${'RSA PRIVATE'} KEY-----`, ...secret.split('\n')];
      return JSON.stringify(lines.map((line) => `certs/site.key:${line}\n`).join(''));
    },
    (secret) => `$ tail -n 7 key.pem\n${secret}\nAb=\n-----END ${'EC PRIVATE'} KEY-----\n`,
  ],
};

/** One secret of every kind in each of its contexts; different ones for every seed. */
export function plantSecrets(seed: number): readonly PlantedSecret[] {
  let drawn = seed;
  const draw = (alphabet: string) => {
    drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) >>> 0;
    return alphabet.charAt((drawn >>> 8) % alphabet.length);
  };
  const take = (alphabet: string, length: number) => Array.from({ length }, () => draw(alphabet)).join('');
  return [
    ...Object.entries(shaped).flatMap(([kind, make]) =>
      anywhere.map((place) => planted(kind, make(take), place)),
    ),
    ...Object.entries(surrounded).flatMap(([kind, [make, ...places]]) =>
      places.map((place) => planted(kind, make(take), place)),
    ),
  ];
}

function planted(kind: string, secret: string, place: (secret: string) => string): PlantedSecret {
  return { kind, secret, text: place(secret) };
}
