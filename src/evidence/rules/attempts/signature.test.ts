import { expect, test } from 'vitest';
import { commandsIn } from './commands-in.js';

/** Without words, only the signature is compared. */
function check(text: string, signature: string, words?: readonly string[]) {
  test(`${text} is ${signature}`, () => {
    const command = commandsIn(text).commands.at(-1)?.command;
    expect(command?.signature).toBe(signature);
    if (words !== undefined) expect(command?.words).toEqual(words);
  });
}

// Depth 0: every word behind the program is an operand.
check('mkdir foo', 'mkdir', ['foo']);
check('cd web', 'cd', ['web']);
check('pytest tests -q', 'pytest', ['tests', '-q']);
check('curl -s https://a.example/x', 'curl');
check('./deploy prod', 'deploy', ['prod']);
check('scripts/ship.sh up', 'ship.sh', ['up']);
// Depth 1 to 3.
check('git -C sub status --short', 'git status', ['-C', 'sub', '--short']);
check('/usr/bin/git pull origin main', 'git pull', ['origin', 'main']);
check('docker run --rm -it image sh', 'docker run', ['--rm', '-it', 'image', 'sh']);
check('docker compose -f a.yml up -d', 'docker compose up', ['-f', 'a.yml', '-d']);
check('docker-compose up -d', 'docker compose up', ['-d']);
check('kubectl -n shop rollout restart deploy/api', 'kubectl rollout restart', ['-n', 'shop', 'deploy/api']);
check('git lfs pull', 'git lfs pull');
check('brew services start redis', 'brew services start', ['redis']);
check('terraform -chdir=infra plan', 'terraform plan', ['-chdir=infra']);
check('aws s3 cp a b --profile x', 'aws s3 cp', ['a', 'b', '--profile', 'x']);
check('gh pr create --fill', 'gh pr create', ['--fill']);
check('gcloud run deploy web --region x', 'gcloud run deploy', ['web', '--region', 'x']);
check('gcloud compute instances list', 'gcloud compute instances list');
check('go mod tidy', 'go mod tidy');
check('cargo +nightly build --release', 'cargo build', ['+nightly', '--release']);
check('mix deps.get', 'mix deps.get');
check('make -C firmware -j8 flash', 'make flash', ['-C', 'firmware', '-j8']);
// Spellings of package managers.
check('npm t', 'npm test');
check('npm run test -- -x', 'npm test', ['--', '-x']);
check('npm run build', 'npm run build');
check('npm i left-pad', 'npm install', ['left-pad']);
check('npm --prefix web run dev', 'npm run dev', ['--prefix', 'web']);
check('yarn', 'yarn install');
check('yarn build', 'yarn run build');
check('pnpm run build', 'pnpm run build');
check('pnpm build', 'pnpm run build');
check('pnpm add zod', 'pnpm add', ['zod']);
// Mode flags are a part of what is done.
check('prettier --check .', 'prettier --check', ['--check', '.']);
check('black src --diff --check', 'black --check --diff');
check('git rebase --continue', 'git rebase --continue');
check('terraform plan --dry-run=client', 'terraform plan --dry-run');
// Interpreters have the script as their subcommand, whatever its folder.
check('python3 scripts/build.py --all', 'python build.py', ['scripts/build.py', '--all']);
check('python3.12 build.py', 'python build.py');
check('node --env-file .env x.mjs', 'node x.mjs', ['--env-file', '.env', 'x.mjs']);
check('bash -e scripts/a.sh', 'bash a.sh');
check('python manage.py migrate', 'python manage.py migrate');
check('php artisan queue:work', 'php artisan queue:work');
check('deno task build', 'deno task');
check('python -c "print(1)"', 'python');
check('node -e "x()" a.js', 'node');
// Aliases.
check('pip3 install x', 'pip install', ['x']);
check('./gradlew assembleDebug', 'gradle assembleDebug');
check('apt-get -y install jq', 'apt install', ['-y', 'jq']);
check('. .venv/bin/activate', 'source');
// Unknown programs are guessed, but never from a path, a file, a flag's value or an address.
check('mytool deploy', 'mytool deploy');
check('mytool deploy web now', 'mytool deploy web', ['now']);
check('mytool deploy web', 'mytool deploy', ['web']);
check('mytool -l deu a.pdf', 'mytool', ['-l', 'deu', 'a.pdf']);
check('mytool a.pdf', 'mytool', ['a.pdf']);
check('mytool user@host', 'mytool', ['user@host']);
check('mytool A=b', 'mytool', ['A=b']);

test('program text is opaque', () => {
  const isOpaque = (text: string) => commandsIn(text).commands.at(-1)?.command.isOpaque;
  expect(['python -c "1"', 'node -e "1"', 'perl -pe s/a/b/', 'php -r 1'].map(isOpaque)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['python x.py -c y', 'bash -e x.sh', 'npm test'].map(isOpaque)).toEqual([false, false, false]);
});
