import { z } from 'zod';
import type { Annotation } from '../annotations.ts';
import type { CheckApi, CheckEnd, StoredCheck } from '../check/check-api.ts';
import { type Asking, plain } from './asking.ts';
import { paged } from './paged.ts';

const checkRun = z.object({
  id: z.int(),
  html_url: z.string().nullish(),
  external_id: z.string().nullish(),
  status: z.string(),
  output: z.object({ annotations_count: z.int() }).optional(),
});
const listed = z.object({ check_runs: z.array(checkRun) });

/** Makes the calls that are about check runs. */
export function checkRuns({ octokit, repository, reading }: Asking): CheckApi {
  const { checks } = octokit.rest;
  return {
    async createCheck({ sha, name, externalId }, detailsUrl, end) {
      const check = {
        ...repository,
        head_sha: sha,
        name,
        external_id: externalId,
        ...(detailsUrl === undefined ? {} : { details_url: detailsUrl }),
        ...(end === undefined ? { status: 'in_progress' as const } : ended(end)),
        ...reading(checkRun),
      };
      return stored((await plain(checks.create(check))).data);
    },
    async updateCheck(id, end) {
      // Annotations would be added twice.
      const how = { mayRepeat: end.annotations.length === 0 };
      const check = { ...repository, check_run_id: id, ...ended(end), ...reading(checkRun, how) };
      return stored((await plain(checks.update(check))).data);
    },
    listChecks: (sha, name) =>
      paged(
        (most) => `The commit has more than ${most} check runs with the name ${name}`,
        async (page) => {
          // Those of earlier attempts, too: a later one of the same name hides them otherwise.
          const list = { ...repository, ref: sha, check_name: name, filter: 'all' as const, ...page };
          const { data, headers } = await plain(checks.listForRef({ ...list, ...reading(listed) }));
          return { items: data.check_runs.map(stored), link: headers.link };
        },
      ),
  };
}

function ended({ conclusion, output, annotations }: CheckEnd) {
  return {
    status: 'completed' as const,
    conclusion,
    output: {
      title: output.title,
      summary: output.summary,
      ...(output.text === '' ? {} : { text: output.text }),
      ...(annotations.length === 0 ? {} : { annotations: annotations.map(toGitHub) }),
    },
  };
}

function toGitHub({ level, file, line, title, message }: Annotation) {
  const annotation_level = level === 'error' ? ('failure' as const) : ('warning' as const);
  return { path: file, start_line: line, end_line: line, annotation_level, title, message };
}

function stored({ id, html_url, external_id, status, output }: z.output<typeof checkRun>): StoredCheck {
  return {
    id,
    url: html_url ?? undefined,
    externalId: external_id ?? '',
    completed: status === 'completed',
    annotations: output?.annotations_count ?? 0,
  };
}
