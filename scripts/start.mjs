// `npm start`: from a clean clone to a running Coppice. Installs, builds, and shows what there is.
import { install, step } from './steps.mjs';

install();
step('build', process.execPath, ['scripts/build.mjs']);
step('coppice', process.execPath, ['dist/main.js', ...process.argv.slice(2)]);
