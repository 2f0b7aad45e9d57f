import { z } from 'zod';

/**
 * What a run belongs to: a commit, and on pull requests the pull request (section 2.8). Every field is optional
 * in a request; a context of another source than `github` is carried as it is.
 */
export const reportContext = z.looseObject({
  source: z.string().optional(),
  issueNumber: z.int().nullish(),
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
