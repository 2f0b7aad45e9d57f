import { z } from 'zod';
import { maxCandidates, maxFailedRequests } from '../contract/attempt.ts';

const text = z.string().max(100_000);

export const failedPage = z
  .object({
    title: text.exactOptional(),
    expected: text.exactOptional().describe('What an assertion expected.'),
    received: text.exactOptional().describe('What it found instead; absent if there was no such element.'),
    candidates: z
      .array(text)
      .max(maxCandidates)
      .exactOptional()
      .describe(
        'The elements that are most like the one that was not found, the most similar first, such as `button "Pay now"`.',
      ),
    failedRequests: z
      .array(
        z.object({
          method: text,
          url: text,
          status: z.int().min(0).exactOptional(),
          error: text.exactOptional().describe('Why there is no response.'),
        }),
      )
      .max(maxFailedRequests)
      .exactOptional()
      .describe('The last requests without a response or with a status of 400 or more, oldest first.'),
    snapshot: text
      .exactOptional()
      .describe('The accessibility tree of the page or frame around what was looked for, as YAML.'),
  })
  .describe('What the page was like at the failure. All texts come from the page.');
export type FailedPage = z.infer<typeof failedPage>;
