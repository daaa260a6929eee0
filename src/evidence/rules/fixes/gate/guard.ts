/*
 * The guard rule: where the error is a guard that says no, a changed command that passes is a bypass, whatever it looks
 * like. Signing in, pulling and making a script of the project executable are the honest ways past a guard.
 */

import type { Attempt, Command } from '../../attempts/attempt.js';
import type { Fix } from '../failure.js';
import { stepKindOf } from '../steps/step-kind.js';

export function bypassesGuard({ kind, commands }: Pick<Fix, 'kind' | 'commands'>, failed: Attempt): boolean {
  if (!isGuardError(failed)) return false;
  if (kind === 'program' && commands.every((command) => runsOwnScript(command, failed))) return false;
  if (kind !== 'steps') return true;
  return commands.some((command) => {
    const step = stepKindOf(command);
    return (
      step === 'configure' ||
      step === 'write-setting' ||
      step === 'select' ||
      step === 'other' ||
      step === 'make-path'
    );
  });
}

/** `bash ./x.sh` for a script of the project that is not executable does what `chmod +x` does. */
function runsOwnScript({ program, words, text }: Command, failed: Attempt): boolean {
  const { spelling } = failed.command;
  return (
    /^(?:bash|sh|zsh|python|node|ruby|perl|php)$/.test(program) &&
    /^\.?\/?[\w-]/.test(spelling) &&
    !spelling.startsWith('/') &&
    words[0]?.replace(/^\.\//, '') === spelling.replace(/^\.\//, '') &&
    !text.includes('&&')
  );
}

/** Whether the error says that something is not allowed. */
function isGuardError({ cause, output }: Attempt): boolean {
  if (cause === undefined) return false;
  if (cause.family === 'perm') return true;
  if (cause.family === 'behind') return false;
  return guard.test(cause.line) || strongGuard.test(output.slice(0, 4_000));
}

const guard =
  /permission|not permitted|\bEACCES\b|\bEPERM\b|forbidden|\b403\b|access (?:is )?denied|denied|protected|\bpolic(?:y|ies)\b|\bhooks?\b|certificate|certification path|\bcert\b|x509|\bPKIX\b|\bTLS\b|\bSSL\b|self[- ]signed|(?:signature|signing|checksum|integrity|digest|hash(?:es)?) .{0,40}(?:verif|invalid|mismatch|fail|bad|not match)|(?:verif\w{0,8}|invalid|bad|mismatch\w{0,3}|untrusted|unsigned) .{0,30}(?:signature|checksum|integrity|key|hash)|host key|ownership|sandbox|blocked|quarantine|rejected|\bscopes?\b|not allowed|disallow|unauthori[sz]ed to|not authori[sz]ed|insufficient|privilege|requires? (?:approval|admin|root|review)|read-only|untrusted|unsafe|externally[- ]managed|EINTEGRITY|allow-?list|deny-?list|vulnerab|secrets? detected|rate limit|quota|licen[cs]e|refus(?:ed|ing) to|must not run|not trusted|security/i;

/** Words that mean a guard wherever they stand in the output. */
const strongGuard =
  /host key verification|certificate verify failed|self[- ]signed certificate|protected branch|pre-(?:commit|push|receive) hook|hook declined|dubious ownership|externally-managed-environment|EINTEGRITY|permission denied|operation not permitted|403 forbidden|access denied|policy violation|blocked by/i;
