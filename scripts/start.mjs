// `npm start`: from a clean clone to a running Coppice. Installs, builds, and shows the skills on this machine; with
// words after `--`, runs that command instead.
import { install, step } from './steps.mjs';

const words = process.argv.slice(2);
install();
step('build', process.execPath, ['scripts/build.mjs']);
step('skills on this machine', process.execPath, ['dist/main.js', ...(words.length > 0 ? words : ['list'])]);
