import type { BrowserContextOptions } from 'playwright-core';
import type { Breakpoint, Browser } from '../../contract/values.ts';

/** Screen sizes in CSS pixels. */
const screens: Readonly<Record<Breakpoint, BrowserContextOptions>> = {
  DESKTOP: { viewport: { width: 1920, height: 1080 } },
  TABLET: { viewport: { width: 768, height: 1024 }, hasTouch: true },
  MOBILE: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
};

/** The context options of a breakpoint. */
export function screenOf(breakpoint: Breakpoint, browser: Browser): BrowserContextOptions {
  const { isMobile, ...screen } = screens[breakpoint];
  // Firefox has no such mode, and refuses the option.
  return isMobile === undefined || browser === 'FIREFOX' ? screen : { ...screen, isMobile };
}
