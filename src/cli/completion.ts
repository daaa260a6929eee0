/*
 * Completion scripts for bash, zsh and fish, made from the verb records. They are static: completing a word never
 * starts the program.
 */

import type { Flag, Verb } from './verb.js';
import { globalFlags } from './verb.js';
import type { Shell } from './verbs/program.js';

export function completionScript(shell: Shell, verbs: readonly Verb[]): string {
  switch (shell) {
    case 'bash':
      return bash(verbs);
    case 'zsh':
      return zsh(verbs);
    case 'fish':
      return fish(verbs);
  }
}

/** Longer names first, so that `usage record` is met before `usage`. */
function byLength(verbs: readonly Verb[]): readonly Verb[] {
  return [...verbs].sort((a, b) => b.name.length - a.name.length || (a.name < b.name ? -1 : 1));
}

function bash(verbs: readonly Verb[]): string {
  const cases = byLength(verbs).map((verb) => {
    const flags = flagsOf(verb);
    const values = flags
      .filter((flag) => flag.value !== undefined)
      .map((flag) => `      --${flag.name}) ${bashReply(flag)}; return ;;`);
    const words = [...flags.map((flag) => `--${flag.name}`), ...choicesOf(verb)].join(' ');
    const files = verb.arguments.some((argument) => argument.completes === 'path')
      ? ' $(compgen -f -- "$word")'
      : '';
    return [
      `    "${verb.name}" | "${verb.name} "*)`,
      ...(values.length > 0 ? ['    case "$previous" in', ...values, '    esac'] : []),
      `      COMPREPLY=($(compgen -W "${words}" -- "$word")${files})`,
      '      ;;',
    ].join('\n');
  });
  return `# bash completion for coppice: eval "$(coppice completion bash)"
_coppice() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  COMPREPLY=()
  case "$typed" in
${cases.join('\n')}
    "")
      COMPREPLY=($(compgen -W "${firstWords(verbs).join(' ')} help --version" -- "$word"))
      ;;
  esac
}
complete -o bashdefault -o default -F _coppice coppice
`;
}

function bashReply(flag: Flag): string {
  if (flag.choices) return `COMPREPLY=($(compgen -W "${flag.choices.join(' ')}" -- "$word"))`;
  return flag.completes === 'path' ? 'COMPREPLY=($(compgen -f -- "$word"))' : 'COMPREPLY=()';
}

function zsh(verbs: readonly Verb[]): string {
  const cases = byLength(verbs).map((verb) => {
    const flags = flagsOf(verb).map((flag) => {
      const value = flag.value === undefined ? '' : `:${flag.value}:${zshAction(flag)}`;
      return `'${flag.repeat ? '*' : ''}--${flag.name}[${zshText(flag.summary)}]${value}'`;
    });
    const rest = verb.arguments.map((argument) => {
      const action = argument.choices
        ? `(${argument.choices.join(' ')})`
        : argument.completes === 'path'
          ? '_files'
          : ' ';
      return `'${argument.repeat ? '*' : ''}:${argument.name}:${action}'`;
    });
    return `    "${verb.name}" | "${verb.name} "*) shift ${verb.name.split(' ').length} words; (( CURRENT -= ${verb.name.split(' ').length} )); _arguments ${[...flags, ...rest].join(' ')} ;;`;
  });
  const described = verbs.map((verb) => `'${verb.name.split(' ')[0]}:${zshText(verb.summary)}'`);
  return `#compdef coppice
# zsh completion for coppice: put this on your fpath as _coppice, or: eval "$(coppice completion zsh)"
_coppice() {
  local typed="\${words[2,CURRENT-1]}"
  case "$typed" in
${cases.join('\n')}
    "") local -a verbs=(${described.join(' ')}); _describe 'verb' verbs ;;
  esac
}
(( $+functions[compdef] )) && compdef _coppice coppice
`;
}

function zshAction(flag: Flag): string {
  if (flag.choices) return `(${flag.choices.join(' ')})`;
  return flag.completes === 'path' ? '_files' : ' ';
}

function zshText(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, (found) => `\\${found}`);
}

function fish(verbs: readonly Verb[]): string {
  const first = verbs
    .filter((verb) => !verb.name.includes(' '))
    .map(
      (verb) =>
        `complete -c coppice -n __fish_use_subcommand -f -a ${verb.name} -d ${fishText(verb.summary)}`,
    );
  const below = verbs.flatMap((verb) => {
    const seen = `'__fish_seen_subcommand_from ${verb.name.split(' ').at(-1)}'`;
    const flags = flagsOf(verb).map((flag) => {
      const value = flag.choices
        ? ` -x -a ${fishText(flag.choices.join(' '))}`
        : flag.completes === 'path'
          ? ' -r -F'
          : flag.value
            ? ' -x'
            : '';
      return `complete -c coppice -n ${seen} -l ${flag.name}${value} -d ${fishText(flag.summary)}`;
    });
    const choices = choicesOf(verb).map((choice) => `complete -c coppice -n ${seen} -f -a ${choice}`);
    return [...flags, ...choices];
  });
  return `# fish completion for coppice: coppice completion fish > ~/.config/fish/completions/coppice.fish\n${[...first, ...below].join('\n')}\n`;
}

function fishText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function flagsOf(verb: Verb): readonly Flag[] {
  return [...verb.flags, ...globalFlags];
}

function choicesOf(verb: Verb): readonly string[] {
  return verb.arguments.flatMap((argument) => argument.choices ?? []);
}

function firstWords(verbs: readonly Verb[]): readonly string[] {
  return [...new Set(verbs.map((verb) => verb.name.split(' ')[0] ?? ''))];
}
