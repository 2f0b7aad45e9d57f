import { z } from 'zod';
import { oneOf } from './values.ts';

const triggeredBy = z.object({ type: z.string().nullish(), userId: z.string().nullish() }).nullish();

const github = z.object({
  source: z.literal('github'),
  issueNumber: z.int().nullish(),
  ref: z.string().nullish(),
  sha: z.string().nullish(),
  repo: z.string().nullish(),
  owner: z.string().nullish(),
  triggeredBy,
  nodeId: z.string().nullish(),
});

const azureDevOps = z.object({
  source: z.literal('azureDevOps'),
  accessToken: z.string().nullish(),
  organization: z.string().nullish(),
  project: z.string().nullish(),
  repositoryId: z.string().nullish(),
  sha: z.string().nullish(),
  ref: z.string().nullish(),
  pullRequestId: z.union([z.string(), z.int()]).nullish(),
  triggeredBy,
  threadId: z.union([z.string(), z.int()]).nullish(),
});

const described = { description: z.string().nullish(), triggeredBy };

/**
 * What a run belongs to, in a request (section 2.8): one of six shapes, distinguished by `source`. Every field is
 * optional and may be null, including `source`.
 */
export const reportContext = z.discriminatedUnion(
  'source',
  [
    github,
    azureDevOps,
    z.object({ source: z.literal('discovery'), ...described }),
    z.object({ source: z.literal('proposal'), ...described }),
    z.object({ source: z.literal('manual'), ...described }),
    z.object({ source: z.literal('scheduled'), triggeredBy }),
    github.extend({ source: z.null().optional() }),
  ],
  oneOf('source', ['github', 'azureDevOps', 'discovery', 'proposal', 'manual', 'scheduled']),
);

/** A context in an answer. A service may use other shapes and additional fields. */
export const answeredContext = z.looseObject({
  source: z.string().nullish(),
  issueNumber: z.union([z.int(), z.string()]).nullish(),
  ref: z.string().nullish(),
  sha: z.string().nullish(),
  repo: z.string().nullish(),
  owner: z.string().nullish(),
});

/** The report context of a GitHub workflow (section 2.8). */
export interface ReportContext {
  readonly source: 'github';
  readonly ref?: string;
  readonly sha?: string;
  readonly repo?: string;
  readonly owner?: string;
  readonly issueNumber?: number;
}
