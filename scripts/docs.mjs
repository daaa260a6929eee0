// `npm run docs`: writes the generated pages of docs/ (a test in test/meta fails when they are stale).
import { writeFileSync } from 'node:fs';
import { importSource } from './import-source.mjs';
import { install } from './steps.mjs';

install();
const { referencePages } = await importSource('src/cli/reference/pages.ts');
for (const [path, text] of Object.entries(referencePages())) {
  writeFileSync(path, text);
  console.log(path);
}
