import { expect, test } from 'vitest';
import { textPackage } from '../../package/text-package.fixture.js';
import { commandScanners } from './commands.js';

/** The severities of deleting a database. */
function check(path: string, text: string, expected: readonly string[]): void {
  const prepared = textPackage({ [path]: text });
  const seen = commandScanners
    .flatMap(({ scan }) => scan(prepared))
    .filter(({ rule }) => rule === 'destruction/drop-database')
    .map(({ severity }) => severity);
  expect.soft([text, seen]).toEqual([text, expected]);
}

test('a script that deletes a database is severe, with any client', () => {
  check('run.sh', 'dropdb orders', ['high']);
  check('run.sh', 'sudo -u postgres dropdb --if-exists orders', ['high']);
  check('run.sh', 'mysqladmin -f drop orders', ['high']);
  check('run.sh', 'psql -c "DROP DATABASE orders"', ['high']);
  check('run.sh', 'psql <<EOF\ndrop schema public cascade;\nEOF', ['high']);
  check('run.sh', 'echo "DROP DATABASE orders;" | mysql -u root', ['high']);
  check('run.sh', "mongosh shop --eval 'db.dropDatabase()'", ['high']);
  check('run.sh', 'redis-cli -h cache FLUSHALL', ['high']);
  check('run.py', 'cursor.execute("DROP DATABASE IF EXISTS orders")', ['high']);
  check('run.py', 'sql = "DROP DATABASE orders"\nconnection.execute(sql)', ['high']);
  check('run.js', 'await mongoose.connection.dropDatabase();', ['medium']);
});

test('a document counts less, unless the command is forced or names a production database', () => {
  check('a.md', 'Run `dropdb orders`.', ['medium']);
  check('a.md', '```\ndropdb --force orders\n```', ['high']);
  check('a.md', '```\npsql -c "drop database shop_production"\n```', ['high']);
});

test('test databases and placeholder names are less severe', () => {
  check('run.sh', 'dropdb --if-exists shop_test', ['low']);
  check('run.sh', 'psql -c "DROP DATABASE dev"', ['low']);
  check('run.sh', 'dropdb "$DATABASE"', ['medium']);
  check('run.py', 'cursor.execute(f"DROP DATABASE {name}")', ['medium']);
});

test('commands that ask first, mentions and other deletions are no findings', () => {
  check('run.sh', 'dropdb --interactive orders', []);
  check('run.sh', 'dropdb --version', []);
  check('run.sh', 'psql -c "DROP TABLE orders"', []);
  check('run.sh', 'echo "DROP DATABASE orders" > notes.txt', []);
  check('run.sh', 'grep -r "DROP DATABASE" migrations', []);
  check('a.md', '```sql\nDROP DATABASE orders;\n```', []);
  check('a.md', '`DROP DATABASE` deletes a database.', []);
});
