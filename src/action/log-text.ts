import { cut, showInvisible } from '../publish/markdown/markdown.ts';

/** Characters of no width: some comparisons pass over them, and the runner's may be one of those. */
const unseen = '\\p{Default_Ignorable_Code_Point}*';
const commandStart = new RegExp(`^([\\s\\p{Default_Ignorable_Code_Point}]*):(?=${unseen}:)`, 'u');
const oldCommand = new RegExp(`#(?=${unseen}#${unseen}\\[)`, 'gu');

/**
 * A text that the runner's log shows as it is: `::command::` at a line's start and `##[command]` anywhere in a line
 * would act as workflow commands, and control characters could rewrite what stands in the log.
 */
export function logSafe(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => showInvisible(line).replace(oldCommand, '# ').replace(commandStart, '$1: '))
    .join('\n');
}

/** A name as one line of at most 200 characters: line breaks in it must not forge lines of the log. */
export function oneLine(name: string): string {
  return cut(name.replace(/\s+/g, ' ').trim(), 200);
}
