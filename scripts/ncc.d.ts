declare module '@vercel/ncc' {
  interface Options {
    readonly quiet?: boolean;
    readonly cache?: false;
    readonly externals?: readonly string[];
  }
  interface Result {
    readonly code: string;
    readonly assets: Record<string, { source: string | Buffer; permissions: number }>;
  }
  export default function ncc(input: string, options?: Options): Promise<Result>;
}
