/** The parts of undici that send a request. Its index loads twice as much code; the types are those of the index. */
declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  import { EnvHttpProxyAgent } from 'undici';
  export default EnvHttpProxyAgent;
}

declare module 'undici/lib/dispatcher/dispatcher.js' {
  import { Dispatcher } from 'undici';
  export default Dispatcher;
}

/** The methods that the index adds to `Dispatcher`: `request`, and `connect`, which proxies need. */
declare module 'undici/lib/api/index.js' {
  const methods: object;
  export default methods;
}

/** The part of Bottleneck without Redis, which octokit's plugins use as well; the package types only the whole. */
declare module 'bottleneck/light.js' {
  import Bottleneck from 'bottleneck';
  export default Bottleneck;
}
