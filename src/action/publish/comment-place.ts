import { commentKey, sharedCommentKey } from '../../publish/comment/comment-marker.ts';
import type { SectionWriter } from '../../publish/comment/own-section.ts';
import { sectionId } from '../../publish/comment/section.ts';
import { kinOf } from '../../publish/comment/section-kin.ts';
import type { Redact } from '../../publish/redact/redact.ts';
import type { RunContext } from '../context/context.ts';
import { runFacts } from '../context/run-facts.ts';

/** Where the comment of a run stands, and which section of it is the run's own. */
export interface CommentPlace {
  readonly issueNumber: number;
  readonly key: string;
  readonly writer: SectionWriter;
  /** Other jobs may write it at the same time. */
  readonly shared: boolean;
  readonly known?: number | undefined;
}

/** What the place goes by. */
export interface PlaceOptions {
  /** Name of a comment that several jobs and workflows share; empty, it is that of the workflow and job. */
  readonly commentKey: string;
  readonly context: RunContext;
  /** What the run's section is called; else it goes by workflow, job and part. */
  readonly title?: string;
  /** Id of a section that the run's own takes the place of. */
  readonly replaces?: string | undefined;
  readonly redact: Redact;
}

/** Where the comment of a run stands on a pull request. */
export function placeOf(
  issueNumber: number,
  { context, title: given, replaces, commentKey: name, redact }: PlaceOptions,
): CommentPlace {
  const { title, sha, workflowRunUrl } = runFacts(context);
  return {
    issueNumber,
    key: name === '' ? commentKey(context.workflow, context.job) : sharedCommentKey(name),
    // Redacted before it is composed, as the results are.
    writer: {
      id: sectionId(context),
      run: context.run,
      title: redact(given ?? title),
      // A title that is given tells all; behind it stands no step of this job.
      step: given === undefined ? redact(stepInTitle(context)) : '',
      kin: kinOf(context),
      ...(replaces === undefined ? {} : { replaces }),
      ...(sha === undefined ? {} : { sha: redact(sha) }),
      ...(workflowRunUrl === undefined ? {} : { url: redact(workflowRunUrl) }),
    },
    shared: name !== '' || context.part !== '',
  };
}

/** What tells a step from others of its job: its id, or its number where GitHub has numbered it. */
function stepInTitle({ stepName, job }: RunContext): string {
  const id = stepName.startsWith(`${job}-`) ? stepName.slice(job.length + 1) : stepName;
  return id.startsWith('__') ? (/_(\d+)$/.exec(id)?.[1] ?? '1') : id;
}
