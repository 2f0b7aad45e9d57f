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
    /** `undefined`: the default of the repository. */
    retentionDays: z.int().optional(),
  }),
  z.object({ operation: z.literal('list') }),
  z.object({
    operation: z.literal('download'),
    ids: z.array(z.int()).readonly(),
    /** Each artifact is extracted into a folder below this one. */
    folder: z.string(),
  }),
]);
export type ArtifactRequest = z.infer<typeof artifactRequest>;
type RequestOf<Operation> = Omit<Extract<ArtifactRequest, { operation: Operation }>, 'operation'>;
export type ArtifactUpload = RequestOf<'upload'>;
export type ArtifactDownload = RequestOf<'download'>;

export const uploaded = z.object({ kind: z.literal('ok'), id: z.int(), name: z.string() });

const jobArtifact = z.object({
  id: z.int(),
  name: z.string(),
  /** Of its archive, in bytes. */
  size: z.number(),
  /** ISO 8601. */
  createdAt: z.string().optional(),
});
export type JobArtifact = Readonly<z.infer<typeof jobArtifact>>;
export const listed = z.object({ kind: z.literal('ok'), artifacts: z.array(jobArtifact).readonly() });

export const downloaded = z.object({
  kind: z.literal('ok'),
  /** Of each artifact, the paths of its files. */
  downloads: z.array(z.object({ id: z.int(), paths: z.array(z.string()).readonly() })).readonly(),
});

/** Why an operation failed. */
export const artifactFailure = z.object({ kind: z.literal('failed'), reason: z.string() });
export type ArtifactFailure = Readonly<z.infer<typeof artifactFailure>>;

export type ArtifactAnswer =
  | z.infer<typeof uploaded>
  | z.infer<typeof listed>
  | z.infer<typeof downloaded>
  | ArtifactFailure;
