import { expect, test } from 'vitest';
import { correctsReport } from './after-report.js';
import { messageKind } from './message-kind.js';
import { openingOf } from './opening.js';

function check(text: string, corrects: boolean): void {
  expect(correctsReport(openingOf(text)), text).toBe(corrects);
}

test.for([
  'The amounts should keep two decimals.',
  'config/ is read only for us',
  "we're on Postgres, so jsonb",
  'you renamed the public function',
  'please keep it like the rest of the file',
  'the old logo is still there on my machine',
  'those were not unused',
  'tools/build.sh',
  'I changed it to a plain function',
  'i had to rewrite your query',
  'ich habe das auf UTC geändert',
  "je l'ai renommé en total",
  'the button goes on the right',
  'schon wieder die alte Adresse im Footer',
  'a table would be better here',
  'not green! please take the brand colours',
  'The labels are wrong again, legal wants the long form.',
  'I believe the ticket says 30 days',
  "isn't that the staging bucket?",
  'Nice layout, but the labels go on the left.',
  'die Datumsangaben müssen deutsch sein',
  'bei uns heißt das Mandant',
  'on utilise yarn, refais sans npm',
  'les prix doivent rester en euros',
  'aquí todo va con pytest',
  'sigue saliendo el mismo aviso',
  'a gente usa tailwind no projeto todo',
  'você apagou o cabeçalho',
  '我们用的是 vue3',
  '不要动生产环境',
  '本番は触らないで',
  '税率は8%です',
])('after a report, %s corrects it', (text) => check(text, true));

test.for([
  'Looks good on my phone, deploying at four',
  'how long did the build take',
  'next: the totals page, it has to show net prices',
  'now we need a signature check on the webhook',
  'run only the unit tests of billing',
  'Write a small program that reads URLs',
  'The config is in app.yml. Add a flag for dark mode.',
  'users report that the export has garbled umlauts',
  "i'm going to lunch, keep going",
  'commit your changes',
  'I fixed the other test meanwhile',
  'run it again with the new data',
  'Why is this function not async? Just curious.',
  'läuft bei mir durch, danke',
  'all tests are green on my side',
  'so much better than before',
  'encore un test pour le cas vide',
  'sigue con el resto',
  '接下来做注册页面',
  'なぜ Set にしたんですか？参考までに知りたいだけです',
])('after a report, %s does not', (text) => check(text, false));

test('the same words are a task when nothing was reported', () => {
  expect(messageKind('The amounts should keep two decimals.', {})).toBe('task');
  expect(messageKind('The amounts should keep two decimals.', { after: 'reply' })).toBe('correction');
});

test.for(['no no, that is perfect', 'Nicht schlecht, das hätte ich nicht gedacht!', 'いや、合ってますよ'])(
  '%s takes a doubt away, and corrects nothing',
  (text) => expect(messageKind(text, { after: 'reply' })).toBe('assent'),
);

test.for(['a'.repeat(5_000), '吗'.repeat(2_000), `${'you x, '.repeat(500)}?`, `${'it was '.repeat(800)}`])(
  'a long message is judged by its start (%#)',
  (text) => expect(typeof correctsReport(openingOf(text))).toBe('boolean'),
);
