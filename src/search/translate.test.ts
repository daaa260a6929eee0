import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildIndex } from './build-index.js';
import { search } from './search.js';
import { translateQuestion } from './translate.js';

function check(question: string, expected: Readonly<Record<string, string | undefined>>): void {
  const found = translateQuestion(question).map(({ text, alternatives }) => [text, alternatives[0]?.text]);
  expect(Object.fromEntries(found)).toEqual(expected);
}

test('words are translated, small ones dropped, and names stay', () => {
  check('die Rechnung mit Stripe', { rechnung: 'invoice', stripe: undefined });
  check('la facture avec Stripe', { facture: 'invoice', stripe: undefined });
  check('la factura con Stripe', { factura: 'invoice', stripe: undefined });
  check('a fatura com Stripe', { fatura: 'invoice', stripe: undefined });
});

test.each([
  ['Rechnungen', 'invoice'],
  ['übersetzte', 'translate'],
  ['contraseñas', 'password'],
  ['réunions', 'meeting'],
  ['Versicherungsbrief', 'insurance'],
  ['Dokumentenarchiv', 'document'],
])('%s is found with another ending or as a compound', (word, expected) => {
  expect(translateQuestion(word)[0]?.alternatives.map(({ text }) => text)).toContain(expected);
});

test('several words may mean something together', () => {
  expect(translateQuestion('mot de passe')).toMatchObject([
    { text: 'mot', alternatives: [{ text: 'password' }] },
  ]);
});

test('Chinese and Japanese are read by the longest term at each place', () => {
  const english = (question: string) =>
    translateQuestion(question).flatMap(({ alternatives }) => alternatives.map(({ text }) => text));
  expect(english('把发票发送给客户')).toEqual(expect.arrayContaining(['invoice', 'send', 'customer']));
  expect(english('請求書をメールで送る')).toEqual(expect.arrayContaining(['invoice', 'email', 'send']));
});

test('a question in another language finds the English skill', () => {
  const skill = (id: string, description: string) => ({
    ...{ id, name: id, description },
    ...{ tags: [], headings: [], body: '' },
  });
  const index = buildIndex([
    skill('invoices', 'Write an invoice for a customer.'),
    skill('weather', 'Show the weather and the forecast.'),
    skill('die-casting', 'Die casting of des and para.'),
  ]);
  const first = (question: string) => search(index, question)[0]?.id;
  for (const question of ['schreib eine Rechnung', 'écris une facture', '写一张发票', '請求書を作って'])
    expect(first(question), question).toBe('invoices');
  for (const question of [
    'wie wird das Wetter',
    'quel est le temps, la météo',
    'que clima hace',
    '今天天气怎么样',
  ])
    expect(first(question), question).toBe('weather');
});

test('any text is read without an error, and no word counts more than itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (question) => {
      for (const { text, alternatives } of translateQuestion(question)) {
        expect(text).not.toBe('');
        for (const { closeness } of alternatives) expect(closeness).toBeLessThan(1);
      }
    }),
  );
});
