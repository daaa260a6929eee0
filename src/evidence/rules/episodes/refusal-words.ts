/*
 * The words of the user in the result of a call that the user refused. Readers give the words alone; events of version
 * 0.1.0 and texts of agents have a sentence before them, or only a sentence.
 */

/** Empty if the user said nothing. */
export function refusalWords(result: string): string {
  const text = result.slice(0, maxLength).trim();
  for (const lead of leads) {
    const start = text.toLowerCase().indexOf(lead);
    if (start >= 0) return text.slice(start + lead.length).trim();
  }
  return sentences.some((sentence) => text.toLowerCase().startsWith(sentence)) ? '' : text;
}

const maxLength = 2_000;

/** What stands before the words. */
const leads = [
  'the user refused it:',
  'the user said:',
  'the user provided the following reason for the rejection:',
  'user rejected with feedback:',
  'with the following feedback:',
];

/** What agents write if the user said nothing. */
const sentences = [
  'the user refused it',
  "the user doesn't want to",
  'the user does not want to',
  'the tool use was rejected',
  'tool use was rejected',
  'user rejected',
  'the user rejected',
  'rejected by user',
  'user refused',
  'the user refused',
  'user denied',
  'user cancelled',
  'the user cancelled',
  '[request interrupted',
  '[operation cancelled',
  'operation cancelled',
  'aborted',
  'exec command rejected',
];
