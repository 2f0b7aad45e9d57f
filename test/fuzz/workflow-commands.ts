/** A workflow command, as the runner takes it from a line of a step's output. */
export interface WorkflowCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** What the runner knows; it ignores case. */
const known = [
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'internal-set-repo-path',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning',
];

/** The runner's lines end with CR, LF or both. The others are for those who take more for one. */
const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/**
 * The commands in a step's output, stdout or stderr: the runner reads both alike. It is stricter than the runner in
 * one thing: characters of no width are also read as if they were not there, as comparisons by language do.
 */
export function workflowCommands(output: string): WorkflowCommand[] {
  const found: WorkflowCommand[] = [];
  const registered = new Set(known);
  let stoppedUntil: string | undefined;
  for (const line of output.split(lineEnd)) {
    const command = commandOf(line, registered);
    if (command === undefined) continue;
    if (stoppedUntil === undefined) {
      found.push(command);
      if (command.name !== 'stop-commands') continue;
      stoppedUntil = command.message.toLowerCase();
      registered.add(stoppedUntil);
    } else if (command.name === stoppedUntil) {
      registered.delete(stoppedUntil);
      stoppedUntil = undefined;
      found.push(command);
    }
  }
  return found;
}

function commandOf(line: string, registered: ReadonlySet<string>): WorkflowCommand | undefined {
  for (const text of [line, line.replace(/\p{Default_Ignorable_Code_Point}/gu, '')]) {
    const command = newForm(text, registered) ?? oldForm(text, registered);
    if (command !== undefined) return command;
  }
  return undefined;
}

/** `::name key=value,key=value::message`, behind white space at most. */
function newForm(line: string, registered: ReadonlySet<string>): WorkflowCommand | undefined {
  const text = line.trimStart();
  const end = text.indexOf('::', 2);
  if (!text.startsWith('::') || end === -1) return undefined;
  const escapes = { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',', '%25': '%' };
  return command(text.slice(2, end), { separator: ',', escapes }, registered, (decode) =>
    decode(text.slice(end + 2), { '%0D': '\r', '%0A': '\n', '%25': '%' }),
  );
}

/** `##[name key=value;key=value]message`, anywhere in a line. */
function oldForm(line: string, registered: ReadonlySet<string>): WorkflowCommand | undefined {
  const start = line.indexOf('##[');
  const end = start === -1 ? -1 : line.indexOf(']', start);
  if (end === -1) return undefined;
  const escapes = { '%3B': ';', '%0D': '\r', '%0A': '\n', '%5D': ']', '%25': '%' };
  return command(line.slice(start + 3, end), { separator: ';', escapes }, registered, (decode) =>
    decode(line.slice(end + 1), escapes),
  );
}

type Escapes = Readonly<Record<string, string>>;

function command(
  info: string,
  { separator, escapes }: { readonly separator: string; readonly escapes: Escapes },
  registered: ReadonlySet<string>,
  message: (decode: typeof unescaped) => string,
): WorkflowCommand | undefined {
  const space = info.indexOf(' ');
  const name = (space === -1 ? info : info.slice(0, space)).toLowerCase();
  if (!registered.has(name)) return undefined;
  const pairs = (space === -1 ? '' : info.slice(space).trim()).split(separator).flatMap((pair) => {
    const [, key, value] = /^=*([^=]+)=+(.+)$/s.exec(pair) ?? [];
    return key === undefined || value === undefined ? [] : [[key.toLowerCase(), unescaped(value, escapes)]];
  });
  return { name, properties: Object.fromEntries(pairs), message: message(unescaped) };
}

/** One escape after the other, as the runner does it. */
function unescaped(text: string, escapes: Escapes): string {
  return Object.entries(escapes).reduce((done, [escaped, plain]) => done.replaceAll(escaped, plain), text);
}
