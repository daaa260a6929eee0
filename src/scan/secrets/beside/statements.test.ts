import { hides, keeps, tokens } from './secret-rows.fixture.js';

hides('English', [
  'the password is §',
  'Password for the staging box is §, thanks',
  'use password § for it',
  'log in with admin and the password §',
  'use the root password § when it asks',
  'set the db password to § please',
  '§ is the root password',
  'the passphrase for the key is §',
  'pw: §',
  'the pw is §',
  'user admin, pass §',
  'The password is "§".',
]);

hides('German', [
  'das Passwort ist §',
  'Das Root-Passwort lautet §.',
  'Passwort für die Datenbank: §',
  'mit dem Passwort § einloggen',
  'nimm § als Passwort',
  'setz das Passwort auf §',
  'Das Kennwort heißt §',
  'Kennwort: § (gilt nur bis Freitag)',
  'Zugangsdaten: admin / §',
]);

hides('French', [
  'le mot de passe est §',
  'utilise le mot de passe § pour te connecter',
  'Mot de passe du compte de test : § merci',
  'le mot de passe de la base est « § »',
  'mdp = §',
  'identifiants : admin / §',
]);

hides('Spanish, Portuguese and Dutch', [
  'la contraseña es §, úsala',
  'usa la contraseña §',
  'la clave del servidor es §',
  'contraseña de root: §',
  'a senha é §',
  'het wachtwoord is §',
]);

hides('Chinese, Japanese, Korean and Russian', [
  '密码是§',
  '密码：§，用它登录',
  '数据库密码为 §',
  '用户名 admin 密码 §',
  '把密码改成§',
  '口令是 §',
  'パスワードは§です',
  'パスワードは「§」です',
  'パスワード § を使って',
  '비밀번호는 § 입니다',
  'пароль: §',
]);

hides('further languages', [
  'heslo je §',
  'lösenordet är §',
  'adgangskoden er §',
  'passordet er §',
  'salasana on §',
  'a jelszó §',
  'parola este §',
  'mật khẩu là §',
  'كلمة المرور هي §',
  'הסיסמה היא §',
  'κωδικός: §',
  'รหัสผ่าน: §',
  'पासवर्ड: §',
]);

hides('a user and a password', ['creds: bob / §', 'credentials are admin:§', 'login: bob / §']);

hides(
  'tokens',
  ['the API key for staging is §', 'here is the token: §', 'my token is §', 'API-Key: §'],
  tokens,
);

hides(
  'a plain word in quotes, or at the end',
  ['my password is "§"', 'the password is §.', 'the password is §'],
  ['swordfish'],
);

hides('a number', ['the password is §', 'Passwort: §'], ['48151623']);

hides(
  'passphrases',
  [
    'the password for the staging shop is §',
    'log in as admin with the password § please',
    'la contraseña del servidor es §',
    'パスワードは § です',
    'set the wifi password to §',
  ],
  [
    ['candle', 'meadow', 'tiger', 'basalt'].join('-'),
    ['candle', 'meadow', 'tiger', 'basalt', 'fern'].join('_'),
  ],
);

keeps('sentences about passwords', [
  'the password is well-known-and-documented',
  'the password field is user-login-name-input',
  'a password strength-meter-react-component',
  'the password policy is enforced-by-the-server',
  'the password is 12 characters long',
  'the password is required',
  'The password is too short.',
  'your password is stored securely',
  'the password for the account is missing',
  'Enter your password: ',
  'The token is invalid',
  'token is expired, see rfc6749',
  'das Passwort ist falsch',
  'das Passwort ist erforderlich',
  'le mot de passe est obligatoire',
  'mot de passe oublié ?',
  'la contraseña es incorrecta',
  '密码是必填项',
  '请输入密码',
  'パスワードは必須です',
  'password must be at least 12 characters',
  'password hash sha256',
  'password is base64 encoded',
  'Pass versions=None if no py3 version was given',
  'the key is in the drawer 12',
  'login: bob',
  'login failed for user2',
  'http://username:password@host.example:80/path?query1',
]);
