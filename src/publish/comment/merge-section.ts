import { readBody, writeBody } from './comment-body.ts';
import { isNewer, isSameRun } from './comment-marker.ts';
import { withoutGone } from './gone-sections.ts';
import type { SectionWriter } from './own-section.ts';
import type { FailingSince, Section } from './section.ts';

/** What there is to write over a comment. */
export type Merged =
  | {
      readonly kind: 'write';
      /** The whole body, marker first. */
      readonly body: string;
      /** Others may be writing as well: it must be looked at again. */
      readonly contended: boolean;
    }
  /** A later run has written the section already. */
  | { readonly kind: 'newer-there' }
  | { readonly kind: 'not-needed' };

export interface SectionMerge {
  readonly key: string;
  readonly writer: SectionWriter;
  /** Other jobs may write the same comment. */
  readonly shared: boolean;
  /** True: nothing but this run's own "running" is written over. */
  readonly onlyRunning?: boolean;
  /** True: a section is written over where it is there, and none is added. */
  readonly onlyThere?: boolean;
  /**
   * Makes the section.
   * @param former what stands there; of an earlier run, or of this one.
   */
  readonly make: (former: Section | undefined) => Section;
}

/** Puts a section into a comment, and leaves the others in it as they are. */
export function mergeSection(earlier: string | undefined, merge: SectionMerge): Merged {
  const { key, writer, shared, onlyRunning, onlyThere, make } = merge;
  const all = sectionsIn(earlier, key, writer);
  const former = all.find(({ data }) => data.id === writer.id);
  if (onlyThere === true && former === undefined) return { kind: 'not-needed' };
  if (former !== undefined && isNewer(former.data.run, writer.run)) return { kind: 'newer-there' };
  const running = former?.data.running !== undefined;
  const same = former !== undefined && isSameRun(former.data.run, writer.run);
  if (onlyRunning === true && !(same && running)) return { kind: 'not-needed' };
  const own = make(former);
  const others = withoutGone(all, own.data).filter((each) => each !== former && !isReplaced(each, writer));
  return {
    kind: 'write',
    body: writeBody(key, [own, ...others], writer.id),
    contended: shared || others.length > 0 || (running && !same),
  };
}

function isReplaced({ data }: Section, { replaces, run }: SectionWriter): boolean {
  return data.id === replaces && !isNewer(data.run, run);
}

/**
 * Whether a comment has what a run has written into it, or what a later one has.
 * @param ended the run has written its verdict.
 */
export function holdsSection(body: string, key: string, writer: SectionWriter, ended: boolean): boolean {
  const own = sectionsIn(body, key, writer).find(({ data }) => data.id === writer.id)?.data;
  if (own === undefined) return false;
  if (!isSameRun(own.run, writer.run)) return isNewer(own.run, writer.run);
  return !ended || own.running === undefined;
}

/** What failed before a run, as far as its section tells: what the run itself has written there is not before it. */
export function failingBefore(
  former: Section | undefined,
  writer: SectionWriter,
): readonly FailingSince[] | undefined {
  if (former === undefined) return undefined;
  const own = isSameRun(former.data.run, writer.run) && former.data.running === undefined;
  return own ? undefined : former.data.failing;
}

/** A comment that remembers nothing is taken for an earlier one of the section that is being written. */
function sectionsIn(body: string | undefined, key: string, { id }: SectionWriter): readonly Section[] {
  const content = body === undefined ? undefined : readBody(body, key);
  if (content === undefined) return [];
  if (content.kind === 'sections') return content.sections;
  const { run, running, text } = content;
  return [
    {
      data: { id, title: '', step: '', run, at: 0, ...(running ? { running: true as const } : {}) },
      rows: text === '' ? [] : [{ kind: 'other', text }],
    },
  ];
}
