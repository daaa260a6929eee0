import { expect, test } from 'vitest';
import { isForeign } from './question-language.js';

test.each([
  'meine Belege für die Erstattung sortieren',
  'mettre mon portfolio en ligne gratuitement',
  '¿cómo se poda un olivo?',
  'come posso unire due file pdf',
  'como faço para juntar dois arquivos',
  'hoe kan ik een pdf samenvoegen',
  '给老房子的电路重新布线',
  '盆栽の植え替え時期',
  'как объединить файлы',
])('%s is foreign', (question) => {
  expect(isForeign(question)).toBe(true);
});

test.each([
  '',
  'pdf merge',
  'proxmx snapshots',
  'my résumé has to pass the filter',
  'why does the process die in the night',
  'draw an en passant move',
  'set up a deploy to ec2 with terraform and no downtime',
  'I have no idea who is online',
])('%s is not', (question) => {
  expect(isForeign(question)).toBe(false);
});
