import { z } from 'zod';

const withStatus = z.object({ status: z.number() });

/** The HTTP status of an error of GitHub's API; `undefined` where no answer came. */
export function httpStatusOf(error: unknown): number | undefined {
  const parsed = withStatus.safeParse(error);
  return parsed.success ? parsed.data.status : undefined;
}
