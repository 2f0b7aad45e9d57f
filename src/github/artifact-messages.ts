import { z } from 'zod';

/** What the thread for artifacts is asked, and what it answers. */

export const artifactRequest = z.discriminatedUnion('operation', [
  z.object({
    operation: z.literal('upload'),
    /** Names to try: the first that no other artifact of the workflow run has is used. */
    names: z.array(z.string()).readonly(),
    folder: z.string(),
    /** Paths of files in the folder. */
    paths: z.array(z.string()).readonly(),
    /** Uploads the only file as it is, so that browsers show it. Its artifact has the name of a file, such as `report.html`. */
    unzipped: z.boolean().optional(),
    /** `undefined`: the default of the repository. */
    retentionDays: z.int().optional(),
  }),
  z.object({ operation: z.literal('list') }),
  z.object({
    operation: z.literal('read'),
    /** Name of the file that is read from each artifact. */
    file: z.string(),
    ids: z.array(z.int()).readonly(),
  }),
]);
export type ArtifactRequest = z.infer<typeof artifactRequest>;
export type RequestOf<Operation> = Omit<Extract<ArtifactRequest, { operation: Operation }>, 'operation'>;

export const uploaded = z.object({ id: z.int(), name: z.string() });
export const listed = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    /** Of its archive, in bytes. */
    size: z.number(),
    /** ISO 8601. */
    createdAt: z.string().optional(),
  }),
);
/** Artifacts without the file have no content. */
export const filesRead = z.array(z.object({ id: z.int(), content: z.instanceof(Uint8Array).optional() }));
/** Why an operation failed. */
export const artifactFailure = z.object({ failure: z.string() });

export type ArtifactAnswer =
  | z.infer<typeof uploaded>
  | z.infer<typeof listed>
  | z.infer<typeof filesRead>
  | z.infer<typeof artifactFailure>;
