/** The part of Bottleneck without Redis, which octokit's plugins use as well; the package types only the whole. */
declare module 'bottleneck/light.js' {
  import Bottleneck from 'bottleneck';
  export default Bottleneck;
}
