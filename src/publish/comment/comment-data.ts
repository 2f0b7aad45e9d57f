import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { byAge, isGood, type Section, type SectionData, sectionData } from './section.ts';

/** What a comment remembers, hidden in its second line. */
const schema = z.object({
  /** Stands in the marks between the rows: no text of a test can know it, for it is new each time. */
  nonce: z.string().regex(/^[0-9a-f]{12}$/),
  sections: z.array(sectionData).min(1).max(1000),
});
export type CommentData = z.infer<typeof schema>;

const format = /^<!-- data:([A-Za-z0-9+/=]+) -->$/;
const maxBytes = 1024 * 1024;
/** So much of a comment may be what it remembers; the text needs the rest. */
const maxCharacters = 24_000;
/** GitHub makes no more jobs of one matrix. */
const maxSections = 256;
/** What has not run for so long, while others have, may never run again: jobs are renamed. In s. */
const maxAge = 7 * 24 * 60 * 60;

/** Writes the line, without any text that could end it. */
export function writeData(data: CommentData): string {
  return `<!-- data:${deflateRawSync(JSON.stringify(data)).toString('base64')} -->`;
}

/** @returns undefined where the line holds nothing that can be read. */
export function readData(line: string): CommentData | undefined {
  const [, packed] = format.exec(line) ?? [];
  if (packed === undefined) return undefined;
  try {
    const text = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: maxBytes }).toString();
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** True where a line is meant to be one of ours, readable or not. */
export function isData(line: string): boolean {
  return line.startsWith('<!-- data:');
}

/**
 * As much as a comment can remember: the latest sections. Where that is still too much, what fails for how long is
 * forgotten, that of the oldest sections first.
 * @param own id of the section that stays in any case.
 */
export function withinBounds(sections: readonly Section[], own: string): Section[] {
  const newest = Math.max(...sections.map(({ data }) => data.at));
  const latest = sections
    .filter(({ data }) => data.id === own || data.at >= newest - maxAge)
    .toSorted((a, b) => Number(b.data.id === own) - Number(a.data.id === own) || byWorth(a.data, b.data))
    .slice(0, maxSections);
  const kept = [...latest];
  for (let index = kept.length - 1; index >= 0; index -= 1) {
    const section = kept[index];
    if (section?.data.failing === undefined) continue;
    if (dataSize(kept) <= maxCharacters) break;
    kept[index] = { ...section, data: withoutHistory(section.data) };
  }
  while (kept.length > 1 && dataSize(kept) > maxCharacters) kept.pop();
  return kept;
}

/** The latest run first; of one run what is not green, for that must be seen. */
function byWorth(a: SectionData, b: SectionData): number {
  const sameRun = a.run.runId === b.run.runId;
  return sameRun ? Number(isGood(a)) - Number(isGood(b)) || byAge(a, b) : byAge(a, b);
}

function withoutHistory({ failing: _, ...data }: SectionData): SectionData {
  return data;
}

function dataSize(sections: readonly Section[]): number {
  return writeData({ nonce: '0'.repeat(12), sections: sections.map(({ data }) => data) }).length;
}
