import { expect, test } from '@playwright/test';

enum Theme {
  Light = 'light',
  Dark = 'dark',
}

const TABS = ['Profile', 'Notifications', 'Security'];

test.describe('Settings', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/settings');
  });

  test('switches tabs', async ({ page }) => {
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveText(TABS);
    for (const [index, tab] of TABS.entries()) {
      await tabs.nth(index).click();
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    }
    await expect(page.getByRole('tab', { selected: true })).toHaveText(TABS[TABS.length - 1]!);
  });

  test('saves the profile', async ({ page }) => {
    const name = page.getByRole('textbox', { name: 'Display name' });
    const save = page.getByRole('button', { name: 'Save changes', exact: true });
    await expect(save).toBeDisabled();
    await name.clear();
    await name.fill('Jane D.');
    await expect(save).toBeEnabled();
    await save.click();
    await expect(page.getByText('Settings saved')).toBeVisible();
    await page.reload();
    await expect(name).toHaveValue('Jane D.');
  });

  test('toggles notifications', async ({ page }) => {
    await page.getByRole('tab', { name: 'Notifications' }).click();
    const channels = { 'E-mail': true, SMS: false, Push: true };
    for (const [label, enabled] of Object.entries(channels)) {
      const checkbox = page.getByRole('checkbox', { name: label });
      await checkbox.setChecked(enabled);
      if (enabled) {
        await expect(checkbox).toBeChecked();
      } else {
        await expect(checkbox).not.toBeChecked();
      }
    }
    await page.getByRole('radio', { name: 'Weekly' }).check();
    await expect(page.getByRole('radio', { name: 'Daily' })).not.toBeChecked();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);
  });

  test('changes the theme', async ({ page }) => {
    await page.getByLabel('Theme').selectOption(Theme.Dark);
    await expect(page.locator('html')).toHaveAttribute('data-theme', Theme.Dark);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(17, 17, 17)');
    await page.getByLabel('Theme').selectOption({ value: Theme.Light });
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', Theme.Dark);
    const stored = await page.evaluate(() => localStorage.getItem('theme'));
    expect(stored).toBe(Theme.Light);
  });

  test('sets the volume by keyboard', async ({ page }) => {
    const slider = page.getByRole('slider', { name: 'Volume' });
    await slider.focus();
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('ArrowRight');
    }
    await expect(slider).toHaveValue('53');
    await expect(slider).toHaveAttribute('aria-valuetext', /53/);
    await expect(page.locator('output')).toHaveText('53 %');
  });

  test('uploads and removes an avatar', async ({ page }) => {
    await page.locator('input[type="file"]').setInputFiles({
      name: 'avatar.png',
      mimeType: 'image/png',
      buffer: Buffer.from('fake'),
    });
    await expect(page.getByAltText('Your avatar')).toBeVisible();
    await page.getByTitle('Remove avatar').click();
    await expect(page.getByAltText('Your avatar')).toBeHidden();
  });

  test('deletes the account', async ({ page }) => {
    await page.getByRole('tab', { name: 'Security' }).click();
    await page.getByRole('button', { name: 'Delete account' }).click();
    const modal = page.locator('.modal', { has: page.getByRole('heading', { name: 'Are you sure?' }) });
    const confirm = modal.getByRole('button', { name: 'Delete' });
    await expect(confirm).toBeDisabled();
    await modal.getByPlaceholder('DELETE').fill('DELETE');
    await confirm.click({ timeout: 10_000 });
    await expect(page).toHaveURL('/goodbye');
  });
});
