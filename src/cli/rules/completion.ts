/*
 * Completion scripts for bash, zsh and fish, made from the verb records. They are static: completing a word never
 * starts the program.
 */

import type { Shell } from './defaults.js';
import type { Argument, Flag, Verb } from './verb.js';
import { globalFlags, verbGroups } from './verb.js';

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
  const reply = (offered: readonly string[], verb: Verb | undefined) => {
    const isPath = verb?.arguments.some((argument) => argument.completes === 'path');
    const files = isPath ? ' $(compgen -f -- "$word")' : '';
    return `      COMPREPLY=($(compgen -W "${offered.join(' ')}" -- "$word")${files})\n      ;;`;
  };
  const wordsOf = (verb: Verb) => [...flagsOf(verb).map((flag) => `--${flag.name}`), ...choicesOf(verb)];
  const between = [...nextWords(verbs)].map(([typed, next]) => {
    const verb = verbs.find(({ name }) => name === typed);
    const others = typed === '' ? ['help', '--version'] : verb ? wordsOf(verb) : [];
    return `    "${typed}")\n${reply([...next.keys(), ...others], verb)}`;
  });
  const after = byLength(verbs).map((verb) => {
    const values = flagsOf(verb)
      .filter((flag) => flag.value !== undefined)
      .map((flag) => `      --${flag.name}) ${bashReply(flag)}; return ;;`);
    return [
      `    "${verb.name}" | "${verb.name} "*)`,
      ...['    case "$previous" in', ...values, '    esac'],
      reply(wordsOf(verb), verb),
    ].join('\n');
  });
  return `# bash completion for coppice: eval "$(coppice completion bash)"
_coppice() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  COMPREPLY=()
  case "$typed" in
${[...between, ...after].join('\n')}
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
  const between = [...nextWords(verbs)].map(([typed, next]) => {
    const offered = [...next].map(([word, summary]) => `'${word}:${zshText(summary)}'`).join(' ');
    const verb = verbs.find(({ name }) => name === typed);
    const own = verb ? ` ${zshArguments(verb)};` : '';
    return `    "${typed}") local -a next=(${offered}); _describe 'verb' next;${own} ;;`;
  });
  const after = byLength(verbs).map(
    (verb) => `    "${verb.name}" | "${verb.name} "*) ${zshArguments(verb)} ;;`,
  );
  return `#compdef coppice
# zsh completion for coppice: put this on your fpath as _coppice, or: eval "$(coppice completion zsh)"
_coppice() {
  local typed="\${words[2,CURRENT-1]}"
  case "$typed" in
${[...between, ...after].join('\n')}
  esac
}
(( $+functions[compdef] )) && compdef _coppice coppice
`;
}

function zshArguments(verb: Verb): string {
  const flags = flagsOf(verb).map((flag) => {
    const value = flag.value === undefined ? '' : `:${flag.value}:${zshAction(flag)}`;
    return `'${flag.repeat ? '*' : ''}--${flag.name}[${zshText(flag.summary)}]${value}'`;
  });
  const rest = verb.arguments.map(
    (argument) => `'${argument.repeat ? '*' : ''}:${argument.name}:${zshAction(argument)}'`,
  );
  const { length } = verb.name.split(' ');
  return `shift ${length} words; (( CURRENT -= ${length} )); _arguments ${[...flags, ...rest].join(' ')}`;
}

function zshAction({ choices, completes }: Flag | Argument): string {
  if (choices) return `(${choices.join(' ')})`;
  return completes === 'path' ? '_files' : ' ';
}

function zshText(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, (found) => `\\${found}`);
}

function fish(verbs: readonly Verb[]): string {
  const between = [...nextWords(verbs)].flatMap(([typed, next]) =>
    [...next].map(
      ([word, summary]) =>
        `complete -c coppice -n "__coppice_at '${typed}'" -f -a ${word} -d ${fishText(summary)}`,
    ),
  );
  const after = verbs.flatMap((verb) => {
    const isTyped = `"__coppice_in '${verb.name}'"`;
    const flags = flagsOf(verb).map((flag) => {
      const value = flag.choices
        ? ` -x -a ${fishText(flag.choices.join(' '))}`
        : flag.completes === 'path'
          ? ' -r -F'
          : flag.value
            ? ' -x'
            : '';
      return `complete -c coppice -n ${isTyped} -l ${flag.name}${value} -d ${fishText(flag.summary)}`;
    });
    const choices = choicesOf(verb).map((choice) => `complete -c coppice -n ${isTyped} -f -a ${choice}`);
    return [...flags, ...choices];
  });
  const cases = byLength(verbs).map(
    ({ name }) => `    case '${name}' '${name} *'\n      test "$argv" = '${name}'`,
  );
  return `# fish completion for coppice: coppice completion fish > ~/.config/fish/completions/coppice.fish
function __coppice_typed
  set -l words (commandline -opc)
  set -e words[1]
  echo "$words"
end
function __coppice_at
  test (__coppice_typed) = "$argv"
end
function __coppice_in
  switch (__coppice_typed)
${cases.join('\n')}
    case '*'
      false
  end
end
${[...between, ...after].join('\n')}
`;
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

/** By what is typed already, the words that a verb goes on with; a word that only leads to verbs is described by their group. */
function nextWords(verbs: readonly Verb[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const next = new Map<string, Map<string, string>>();
  for (const { name, group, summary } of verbs) {
    const words = name.split(' ');
    for (const [at, word] of words.entries()) {
      const typed = words.slice(0, at).join(' ');
      const offered = next.get(typed) ?? new Map<string, string>();
      next.set(typed, offered);
      if (at === words.length - 1) offered.set(word, summary);
      else if (!offered.has(word)) offered.set(word, verbGroups[group]);
    }
  }
  return next;
}
