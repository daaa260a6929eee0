import { expect, test } from 'vitest';
import { type MessageContext, type MessageKind, messageKind } from './message-kind.js';

function check(text: string, kind: MessageKind, context: MessageContext = {}): void {
  expect(messageKind(text, context), text).toBe(kind);
}

test.for([
  'no',
  'wrong',
  'not like that',
  'It should be 8080, not 8000',
  'Not quite.',
  'You changed the wrong method',
  'Das ist leider nicht richtig',
  'Falsch.',
  "Tu t'es trompé de fichier",
  "no, that's wrong. You must unlock the code version first",
  'please revert that',
  'it still fails with the same error',
  "thanks, but that's not what I asked for",
  'Why did you delete the migration?',
  'eso no es lo que pedí',
  '不对,应该用 8080',
  '違います、そこじゃないです',
  'pass --language de instead of letting it guess',
])('%s corrects what the agent did', (text) => check(text, 'correction'));

test.for([
  "Restore the database from last night's backup",
  'Revert commit abc123 and open a PR',
  "The login page doesn't work for users with SSO. Fix it.",
  'Why did you pick a hash map here? Just curious.',
  'Use tabs instead of spaces in the generated files',
  'Write a script that stops the dev server',
  'Add a test for the case where no user is signed in',
  'TypeError: x is not a function\n    at main (a.js:1:1)',
  'Erkläre mir, warum der Build fehlschlägt',
  'この二つの違いを説明して',
  'The label should say "that is wrong" when the input is empty',
])('%s is a task', (text) => check(text, 'task'));

test.for([
  'yes',
  'yes, go ahead',
  'ok, continue',
  'Nein, alles gut so, danke!',
  '間違いない、完璧です。',
  "no, that's fine",
  'oui, vas-y',
  'sí, adelante',
  '好的,继续',
  'はい、お願いします',
  'sounds good, do it',
  'ja, mach weiter',
])('%s agrees', (text) => check(text, 'assent'));

test.for([
  'token is in .env.ops now',
  'I granted the role access to the bucket, try again',
  'I chowned it, try again',
  'the VPN is up again',
  'done, I checked it and added it',
  'erledigt',
  'ok, we restarted the database',
  'Ich habe dir die Rechte freigeschaltet',
  'der Server läuft jetzt wieder',
  "je t'ai donné l'accès, relance",
  'ya te he dado los permisos',
  'a chave? já liberei',
  '权限已经开好了,你再试一次',
])('%s helps, and corrects nothing', (text) => {
  for (const after of ['reply', undefined] as const)
    expect(['answer', 'task'], text).toContain(messageKind(text, { after }));
});

test.for([
  'I had to put it back, the token is read in config.ts',
  'the service is still not running',
  'you restarted the wrong database',
  'the token belongs in .env.ops, not in the code',
])('%s does not help, but corrects', (text) => {
  check(text, 'correction', { after: 'reply' });
});

test('a no to a question is an answer, and so is what follows a question', () => {
  check('no', 'answer', { after: 'question' });
  check('the second one', 'answer', { after: 'question' });
  check('port 8080', 'answer', { after: 'question' });
  check("no, that's wrong", 'correction', { after: 'question' });
  check('Nein, lass das erst mal so.', 'answer', { after: 'question' });
  check('no, está mal', 'correction', { after: 'question' });
  check('No, never mail it without my ok.', 'correction', { after: 'reply' });
  check('No, ok as it is.', 'assent', { after: 'reply' });
});

test('words after an interrupt or a refusal correct, unless they agree or give another task', () => {
  check('use the staging database', 'correction', { after: 'interrupt' });
  check('only the docs folder please', 'correction', { after: 'refusal' });
  check('sorry, go on', 'correction', { after: 'interrupt' });
  check('continue', 'assent', { after: 'interrupt' });
  check('now write the release notes', 'task', { after: 'interrupt' });
});
