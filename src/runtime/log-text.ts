import { cut, showInvisible } from '../common/text.ts';

/** Characters of no width: some string comparisons ignore them, perhaps also that of the runner. */
const invisible = '\\p{Default_Ignorable_Code_Point}*';
const commandStart = new RegExp(`^([\\s\\p{Default_Ignorable_Code_Point}]*):(?=${invisible}:)`, 'u');
/** Also of Azure Pipelines (`##vso[`) and TeamCity (`##teamcity[`): the command may run there. */
const oldCommand = new RegExp(`#(?=${invisible}#(?:[a-z]|${invisible})*\\[)`, 'giu');

/**
 * Escapes a text for the runner's log: `::command::` at the start of a line and `##[command]` anywhere in a line would act
 * as workflow commands, and control characters could overwrite other lines.
 */
export function logSafe(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => showInvisible(line).replace(oldCommand, '# ').replace(commandStart, '$1: '))
    .join('\n');
}

/** A name or another text as one line: line breaks in it must not forge lines of the log. */
export function oneLine(text: string, maxCharacters = 200): string {
  return cut(text.replace(/\s+/g, ' ').trim(), maxCharacters);
}

/**
 * Redirects warnings of Node and of packages: Node would print them as they are, and they may quote a page or a service.
 * Those of experimental features are left out: the features are ours, and tested with each version.
 */
export function redirectWarnings(write: (text: string) => void): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    if (name !== 'ExperimentalWarning') write(`${name}: ${message}`);
  });
}
