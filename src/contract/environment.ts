import { z } from 'zod';
import { notBlank, nullAsMissing, openEnum, timestamp, uuid, webUrl } from './values.ts';

/** A URL under test with its credentials (section 2.2). */
export const environment = z.looseObject({
  id: uuid,
  name: z.string(),
  testTargetId: uuid,
  type: openEnum(['DEFAULT', 'ADDITIONAL']),
  updatedAt: nullAsMissing(timestamp.optional()),
  discoveryUrl: z.string().nullish(),
  additionalHeaderFields: z.looseObject({}).nullish(),
  testAccount: z
    .looseObject({
      username: z.string().nullish(),
      password: z.string().nullish(),
      otpInitializerKey: z.string().nullish(),
      updatedAt: nullAsMissing(timestamp.optional()),
    })
    .nullish(),
  basicAuth: z
    .looseObject({
      username: z.string().nullish(),
      password: z.string().nullish(),
      updatedAt: nullAsMissing(timestamp.optional()),
    })
    .nullish(),
  privateLocation: z
    .looseObject({
      id: uuid,
      name: z.string(),
      status: openEnum(['ONLINE', 'OFFLINE']).nullish(),
      type: z.string().nullish(),
    })
    .nullish(),
});
export type Environment = z.infer<typeof environment>;

/** RFC 9110, section 5.1. */
const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be a header name: letters, digits and !#$%&'*+-.^_`|~");
const headerValue = z
  .string()
  .regex(/^[\t\x20-\x7e\xa0-\xff]*$/, 'must be a header value: Latin-1 without control characters');

/**
 * Body of POST environments and of PATCH environment (section 4.2). An empty object removes the account or the
 * credentials. The one-time-password key has two more spellings (extensions), which are ignored if they are null.
 */
export const environmentBody = z.object({
  name: z.string().min(1).optional(),
  discoveryUrl: webUrl.optional(),
  testAccount: z
    .object({
      username: z.string().optional(),
      password: z.string().optional(),
      otpInitializerKey: z.string().optional(),
    })
    .optional(),
  basicAuth: z.object({ username: z.string().optional(), password: z.string().optional() }).optional(),
  testAccountOtpInitializerKey: z
    .string()
    .nullish()
    .describe(
      'Another spelling of `testAccount.otpInitializerKey`, which clients send when they create one.',
    ),
  otpInitializerKey: z
    .string()
    .nullish()
    .describe(
      'Another spelling of `testAccount.otpInitializerKey`, which clients send when they change one.',
    ),
  privateLocationName: notBlank.optional(),
  additionalHeaderFields: z.record(headerName, headerValue).optional(),
});
export type EnvironmentBody = z.infer<typeof environmentBody>;
