import type { Command, Option } from 'commander';

/** The shells that there is a script for. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** What can be completed after a command. Where nothing of it fits, shells complete files. */
interface Completed {
  readonly name: string;
  readonly description: string;
  readonly options: readonly Option[];
  /** The values of the first argument, if it is not a file. */
  readonly values: readonly string[];
}

/** The script that completes commands, options and files, made from the command's parser. */
export function completionScript(shell: Shell, program: Command): string {
  const help = program.createHelp();
  const commands = program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: help.visibleOptions(command).filter(({ long }) => long != null),
    values: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  }));
  return { bash, zsh, fish }[shell](program.name(), commands);
}

function bash(name: string, commands: readonly Completed[]): string {
  const cases = commands.map(({ name, options, values }) => {
    return `    ${name}) words='${[...values, ...options.map(({ long }) => long)].join(' ')}' ;;`;
  });
  return `_browser_test_gate() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words=''
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  [ "$COMP_CWORD" -gt 1 ] || words='${commands.map(({ name }) => name).join(' ')}'
  [ -n "$word" ] || [[ $words != --* ]] || words=''
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _browser_test_gate ${name}
`;
}

function zsh(name: string, commands: readonly Completed[]): string {
  const cases = commands.map(({ name, options, values }) => {
    const given = options.map(({ long, description, required }) => {
      return quoted(
        `*${long}[${description.replace(/[[\]\\:]/g, '\\$&')}]${required ? ':value:_files' : ''}`,
      );
    });
    const argument = values.length === 0 ? '*:file:_files' : `1:value:(${values.join(' ')})`;
    return `    ${name}) _arguments ${[...given, quoted(argument)].join(' ')} ;;`;
  });
  const described = commands.map((each) => quoted(`${each.name}:${each.description}`));
  return `#compdef ${name}
_${name}() {
  local -a commands
  commands=(${described.join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join('\n')}
  esac
}
# As a file that zsh loads when it is needed, or as a part of .zshrc.
if [ "$funcstack[1]" = _${name} ]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
}

function fish(name: string, commands: readonly Completed[]): string {
  const lines = commands.flatMap((each) => {
    const condition = quoted(`__fish_seen_subcommand_from ${each.name}`);
    return [
      `-n __fish_use_subcommand -f -a ${each.name} -d ${quoted(each.description)}`,
      ...each.values.map((value) => `-n ${condition} -f -a ${value}`),
      ...each.options.map(({ long, required, description }) => {
        return `-n ${condition} -l ${long?.slice(2)}${required ? ' -r' : ''} -d ${quoted(description)}`;
      }),
    ];
  });
  return `${lines.map((line) => `complete -c ${name} ${line}`).join('\n')}\n`;
}

/** In single quotes, which no shell looks into. Fish has an escape of its own, so a quote is left out. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
