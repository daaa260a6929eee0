import { hides, keeps } from './secret-rows.fixture.js';

hides('a column that is named like a secret', [
  'name,username,password\nstaging,admin,§',
  'url,username,password,notes\nhttps://x.example,bob,§,work\nhttps://y.example,eve,§,',
  ' id | email       | password\n----+-------------+---------\n  1 | a@x.example | §',
  '| user | password |\n|---|---|\n| bob | § |\n| eve | § |',
  '{"command":"x","output":"a"}\n\nuser,password\nbob,§',
]);
keeps('the description of a table', [
  '| Field | Type |\n| password | varchar(255) |\n| email2 | varchar(80) |',
  ' Column  | Type\n password | text\n email2   | text',
  'fly secrets list\nNAME         DIGEST           CREATED AT\nSESSION_KEY  dc687d2cca329b08 3d ago',
  'id,token,count\n1,IDENT2,4',
]);
