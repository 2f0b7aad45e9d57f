/** The features that the driver disables, as of its bundled version. Chromium only reads the last list it is given. */
const disabledByDriver = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'BoundaryEventDispatchTracksNodeRemoval',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Features of full Chrome that cost processor time for each new window, and that no page can observe: the suggestions below
 * the address bar are two pages of their own, in a process of their own, and a process is started for the next page.
 */
const windowFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** The argument that disables both. */
export const disableFeatures = `--disable-features=${[...disabledByDriver, ...windowFeatures].join(',')}`;
