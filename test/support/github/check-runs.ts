import { z } from 'zod';
import { type Call, type Handlers, notFound, page, type Reply } from './resource.ts';

const annotation = z.looseObject({
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  annotation_level: z.string(),
  message: z.string(),
  title: z.string().optional(),
});
const output = z.object({
  title: z.string().optional(),
  summary: z.string().optional(),
  text: z.string().optional(),
  annotations: z.array(annotation).optional(),
});
const sent = z.object({
  name: z.string().optional(),
  head_sha: z.string().optional(),
  details_url: z.string().optional(),
  external_id: z.string().optional(),
  status: z.string().optional(),
  conclusion: z.string().optional(),
  output: output.optional(),
});
type Sent = z.infer<typeof sent>;

/** A check run as GitHub stores it, with the annotations of all requests. */
export interface StoredCheckRun {
  readonly id: number;
  readonly head_sha: string;
  readonly html_url: string;
  name: string;
  details_url: string;
  external_id: string;
  status: string;
  conclusion: string | null;
  output: { title: string | null; summary: string | null; text: string | null };
  readonly annotations: z.infer<typeof annotation>[];
}

export interface CheckRuns {
  readonly stored: StoredCheckRun[];
  readonly handlers: Handlers;
}

/** The check runs of the repository. @param appSlug the app whose token it is. */
export function createCheckRuns(appSlug: string): CheckRuns {
  const stored: StoredCheckRun[] = [];
  const answered = (run: StoredCheckRun) => ({
    ...run,
    app: { slug: appSlug },
    output: { ...run.output, annotations_count: run.annotations.length },
  });
  const withOne = (call: Call, reply: (run: StoredCheckRun) => Reply): Reply => {
    const found = stored.find(({ id }) => String(id) === call.params.check_run_id);
    return found === undefined ? notFound : reply(found);
  };
  const handlers: Handlers = {
    'checks/create': (call) => {
      const run = emptyRun(stored.length, sent.parse(call.body));
      stored.push(run);
      return { status: 201, body: answered(run) };
    },
    'checks/update': (call) =>
      withOne(call, (run) => {
        change(run, sent.parse(call.body));
        return { status: 200, body: answered(run) };
      }),
    'checks/get': (call) => withOne(call, (run) => ({ status: 200, body: answered(run) })),
    'checks/list-for-ref': (call) => {
      const name = call.query.get('check_name');
      const status = call.query.get('status');
      // The newest first, as GitHub has them.
      const fitting = stored
        .filter((run) => run.head_sha === call.params.ref)
        .filter((run) => (name === null || run.name === name) && (status === null || run.status === status))
        .reverse();
      const { items, headers } = page(call, fitting);
      return {
        status: 200,
        body: { total_count: fitting.length, check_runs: items.map(answered) },
        headers,
      };
    },
  };
  return { stored, handlers };
}

function emptyRun(before: number, given: Sent): StoredCheckRun {
  const id = 5000 + before;
  const run: StoredCheckRun = {
    id,
    name: '',
    head_sha: given.head_sha ?? '',
    html_url: `https://github.example/acme/shop/runs/${id}`,
    details_url: '',
    external_id: '',
    status: 'queued',
    conclusion: null,
    output: { title: null, summary: null, text: null },
    annotations: [],
  };
  change(run, given);
  return run;
}

/** What is not named stays; annotations are added to those that are there. */
function change(run: StoredCheckRun, given: Sent): void {
  const { output, head_sha: _, ...fields } = given;
  Object.assign(run, fields);
  if (given.conclusion !== undefined) run.status = 'completed';
  if (output === undefined) return;
  const { title = null, summary = null, text = null, annotations = [] } = output;
  run.output = {
    title: title ?? run.output.title,
    summary: summary ?? run.output.summary,
    text: text ?? run.output.text,
  };
  run.annotations.push(...annotations);
}
