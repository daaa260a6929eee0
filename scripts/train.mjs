// `npm run train`: learns which messages of users correct the agent, and writes src/evidence/rules/messages/weights.json.
// `--check` changes nothing, and fails when the file is not what the messages give. `--validate` leaves out one source of
// messages at a time and measures on it, so that the figures are those of authors that were not learned from.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { importSource } from './import-source.mjs';

const path = 'src/evidence/rules/messages/weights.json';
const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, validate: { type: 'boolean', default: false } },
});
const { learn, readLearnedMessages, scoreWith } = await importSource('bench/learn-messages.ts');
const messages = readLearnedMessages();

if (values.validate) validate();
else {
  const text = `${JSON.stringify(learn(messages), null, 2)}\n`;
  if (!values.check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${path} is not what the messages give: npm run train`);
    process.exitCode = 1;
  }
  console.log(`${messages.length} messages, ${Object.keys(JSON.parse(text).weights).length} weights`);
}

function validate() {
  for (const left of new Set(messages.map(({ source }) => source))) {
    const learned = learn(messages.filter(({ source }) => source !== left));
    const judged = messages
      .filter(({ source }) => source === left)
      .map((message) => ({ ...message, score: scoreWith(learned, message) }));
    const figures = [0.4, 0.5, 0.6].map((threshold) => {
      const found = judged.filter(({ score }) => score >= threshold);
      const right = found.filter(({ correction }) => correction).length;
      const due = judged.filter(({ correction }) => correction).length;
      return `${threshold}: precision ${right}/${found.length} (${(right / found.length).toFixed(2)}), recall ${right}/${due} (${(right / due).toFixed(2)})`;
    });
    console.log(`${left}\n  ${figures.join('\n  ')}`);
  }
}
