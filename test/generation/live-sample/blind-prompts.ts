import type { SamplePrompt } from './prompts.ts';
import { promptsOf } from './written-prompts.ts';

/** Written without a look at the compiler. An action that is not to be done may be refused, but nothing else may be done. */
const leftUndone = (page: SamplePrompt['page'], ...words: string[]): SamplePrompt[] =>
  words.map((each) => ({ page, clauses: [[each, { does: [], misleading: true }]] }));

/** A timetable with bookings, waiting lists, and a membership form. */
const gym = promptsOf(
  'gym',
  `
# Booking a class
1. Click Book in the Morning Yoga row => click yoga-button
2. A dialog with the title "Book Morning Yoga?" opens !! d-title := Book Spin Express? !! dialog.close()
3. The dialog shows "Monday at 07:00 with Nadia Reyes" !! d-when := Monday at 09:00 with Nadia Reyes
4. Tick "Reserve a mat" => d-mat=on
5. Click "Confirm booking" => click d-confirm
6. The message "You are booked on Morning Yoga with a mat" is displayed !! status := You are booked on Morning Yoga !! status.hidden = true
7. The dialog is closed !! dialog.showModal()
8. The Places column of Morning Yoga shows "3 free" !! yoga-places := 4 free
9. The badge next to My bookings shows 2 !! badge := 1

# Scenario: joining a waiting list
Given I am on the class timetable !!
When I click "Join waiting list" for "Spin Express" => click spin-button
Then I see "You are number 3 on the waiting list for Spin Express" !! status := You are number 4 on the waiting list for Spin Express
And the button in the "Spin Express" row reads "Leave waiting list" !! spin-button := Join waiting list
And the HIIT Circuit row contains "Leave waiting list" XX
When I go to "My bookings" => click nav-bookings
Then the heading "My bookings" is visible !! h-bookings := Bookings !! bookings.hidden = true
And the waiting list contains "Spin Express, Monday 18:30" !! my-spin.remove() !! my-spin-text := Spin Express, Tuesday 18:30
When I click "Leave" => click my-spin-button
Then "You are not on a waiting list." is shown !! no-waiting.hidden = true

# (prose)
Set the day filter to Wednesday. => day=Wednesday
Now the table shows three classes, !! pilates.remove()
the first one is Pilates Flow !! rows.prepend(at("core"))
and the last one is Core Strength. !! rows.append(at("hiit"))
Then tick Hide full classes => free=on
and HIIT Circuit disappears. !! rows += <tr><td>HIIT Circuit</td></tr>
The text above the table says Showing 2 of 6 classes. !! showing := Showing 3 of 6 classes
Press Reset filters => click reset
and there are six classes again. !! hiit.remove()

# trainer filter
trainer: Tom Becker => trainer=Tom Becker
2 rows in the table !! spin.remove()
Spin Express and HIIT Circuit visible !! spin.remove() !! hiit.remove()
Morning Yoga not visible !! rows += <tr><td>Morning Yoga</td></tr>
day: Tuesday => day=Tuesday
"No classes match your filters." shown !! none.hidden = true
table not shown !! table.hidden = false

# Membership: change of the plan
- **Click** the "Membership" link in the navigation => click nav-membership
- **Verify** that the page title is "Membership – Pulse Gym" !! document.title = "Class timetable – Pulse Gym"
- **Verify** that the URL contains "#membership" !! void history.replaceState({}, "", "#bookings")
- **Verify** that the "Plus" radio button is selected by default !! basic.checked = true
- **Verify** that the "Save changes" button is disabled !! save.disabled = false
- **Select** the "Premium" radio button => premium=on
- **Verify** that the monthly total is updated to "€73" !! total := €49
- **Click** "Save changes" => click save
- **Verify** that a confirmation "Membership updated" appears !! status := Failed
- **Verify** that "Save changes" is disabled again !! save.disabled = false

# Scenario: too many guest passes
When the user opens Membership => click nav-membership
And the user enters 6 in "Guest passes per month" => guests=6
And the user clicks "Save changes" => click save
Then the error "You can have at most 5 guest passes." should be displayed !! guests-error.hidden = true !! guests-error := You can have at most 6 guest passes.
And "Membership updated" should not be displayed !! status := Membership updated
And the Save changes button should be disabled XX
When the user changes the guest passes per month to 2 => guests=2
And the user clicks "Save changes" again => click save
Then the error message disappears !! guests-error.hidden = false
And the monthly total reads €53 !! total := €57

# Pausing
I open the Membership page => click nav-membership
I see that the field "Pause from" is disabled !! from.disabled = false
I check "Pause my membership" => pause=on
I can now edit "Pause from" !! from.disabled = true
I click on Save changes => click save
I get the error message "Choose the day your pause begins." !! from-error := Choose a day !! from-error.hidden = true
I enter 2027-01-15 in Pause from => from=2027-01-15
I click Save changes => click save
I no longer see "Choose the day your pause begins." !! from-error.hidden = false
I uncheck "Pause my membership" again => pause=off
"Pause from" is greyed out !! from.disabled = false

# (prose)
Go to Membership, => click nav-membership
turn off Auto-renew => renew=off
and switch Class reminders on. => reminders=on
Choose "Old Town" as the home club, => club=Old Town
write "Bad knee" into the notes for the trainers => notes=Bad knee
and then click Discard changes. => click discard
Auto-renew is on again, !! renew.checked = false
Class reminders is off, !! reminders.checked = true
the home club is back to Riverside !! club.value = "Airport"
and the notes for the trainers are empty. !! notes.value = "Bad knee"

# A booking is cancelled
- The Core Strength row offers "Cancel booking" !! core-button := Book
- The link My bookings is clicked => click nav-bookings
- Exactly one booking is listed !! booked += <li>Spin Express, Monday 18:30 <button>Cancel</button></li>
- The entry reads "Core Strength, Wednesday 20:00" !! my-core-text := Core Strength, Wednesday 21:00
- The Cancel button is clicked => click my-core-button
- The text "Your booking for Core Strength was cancelled" is shown !! status := Failed
- "You have no bookings yet." appears !! no-booked.hidden = true
- The list of booked classes is empty !! booked += <li>Spin Express</li>

# (prose)
Please click Book next to Boxing Basics => click box-button
and confirm the booking. => click d-confirm
You should get "You are booked on Boxing Basics", !! status := You are booked on Morning Yoga
and Boxing Basics should be marked as Full. !! box-places := 1 free
Then click Cancel booking in the Boxing Basics row => click box-button
and make sure that the row of Boxing Basics says 1 free again. !! box-places := Full

# Escape closes the dialog
1. Click Book for Pilates Flow => click pilates-button
2. Press Escape => key Escape
3. No dialog is open !! dialog.showModal()
4. Pilates Flow still has "8 free" !! pilates-places := 7 free
5. My bookings contains Pilates Flow XX

# The timetable
- The table has the columns Class, Trainer, Day, Time, Places and Booking !! at("table").tHead.rows[0].cells[1].textContent = "Coach"
- The table "Classes this week" has 6 rows !! yoga.remove()
- In the HIIT Circuit row the trainer is Tom Becker !! hiit-trainer := Ivy Okafor
- Boxing Basics takes place on Tuesday at 19:00 !! box-day := Monday !! box-time := 20:00
- Morning Yoga comes before Spin Express !! spin.after(at("yoga"))
- Both Spin Express and HIIT Circuit are Full !! spin-places := 1 free !! hiit-places := 1 free
- The row of Pilates Flow contains "Nadia Reyes" and "09:15" !! pilates-trainer := Tom Becker !! pilates-time := 10:15

# Refused
Click Book XX
Click "Join waiting list" XX
Book a place in Zumba XX
Click the "Renew now" button XX
If Spin Express is full, join its waiting list XX
Spin Express has 2 free places XX
Boxing Basics is listed before Morning Yoga XX
Select Thursday in the Day dropdown XX
Only Monday classes are shown XX
The heading reads "My bookings" XX
The Trainer filter is set to Nadia Reyes XX
Every class has free places XX
Click Cancel in the Morning Yoga row XX
The time of Pilates Flow is 9:45 XX
Turn on Auto-renew for Spin Express XX
The message 'You are booked on Core Strength' is visible XX
`,
);

/** A stock table with pages, editing in a dialog, and deleting several at once. */
const warehouse = promptsOf(
  'warehouse',
  `
# Search
1. Type "wall" in the search field => search=wall
2. 2 items are listed !! white.remove()
3. "Wall paint white" and "Wall anchors" are shown !! white.remove() !! anchors.remove()
4. "Claw hammer" is not shown !! rows += <tr><td>Claw hammer</td></tr>
5. The text "Showing 1–2 of 2 items" appears !! showing := Showing 1–4 of 11 items
6. Clear the search box => search=
7. The table has 4 rows again !! bolts.remove()

# Scenario: nothing is found
Given I am on the stock page !!
When I type "ladder" into "Search items" => search=ladder
Then I see "No items found. Try another search." !! none.hidden = true
And the stock table is not visible !! table.hidden = false
And "Ladder" is the only item in the table XX

# Sort by quantity
- Click the Quantity column header => click by-quantity
- The table is sorted by quantity in ascending order !! rows.prepend(at("drill"))
- The first row is Wall anchors !! rows.append(at("anchors"))
- The quantity of Metal primer is 3 !! primer-quantity := 13
- Click Quantity again => click by-quantity
- Now the first row is Wood screws 4x40 !! rows.append(at("screws"))
- The quantities are in descending order !! rows.append(at("screws"))
- The second row contains Hex bolts M8 !! rows.prepend(at("bolts"))
- The cheapest item comes first XX

# Scenario: sorted items on several pages
When the user clicks the "Item" button in the table header => click by-name
Then the first row contains "Claw hammer" !! rows.append(at("hammer"))
And the last row contains "Hex bolts M8" !! rows.prepend(at("bolts"))
When the user clicks "Next" => click next
Then "Metal primer", "Safety goggles", "Safety helmet" and "Wall anchors" are listed !! primer.remove() !! anchors.remove()
And "Claw hammer" is not listed on this page !! rows += <tr><td>Claw hammer</td></tr>
When the user goes to page 3 => click page3
Then 3 rows are displayed !! gloves.remove()
And the "Next" button is disabled !! next.disabled = false
And the text "Showing 9–11 of 11 items" is displayed !! showing := Showing 5–8 of 11 items

# Plus and minus
1. Press the + button of Cordless drill => click drill-plus
2. The quantity of Cordless drill is now 7 !! drill-quantity := 6
3. Click "Increase quantity of Cordless drill" three times => click drill-plus & click drill-plus & click drill-plus
4. The quantity of Cordless drill is 10 !! drill-quantity := 7
5. The Cordless drill row no longer shows "Low stock" !! drill += <td><span>Low stock</span></td>
6. Low stock items: 3 !! low-count := 4
7. Click "Decrease quantity of Claw hammer" => click hammer-minus
8. The Claw hammer row shows 23 !! hammer-quantity := 24
9. Units in stock is 632 !! units := 629

# Changing an item
I click Edit in the row of Wood screws 4x40 => click screws-edit
I see a dialog titled "Edit Wood screws 4x40" !! e-title := Edit Hex bolts M8 !! editor.close()
The Name field contains "Wood screws 4x40" !! e-name.value = "Screws"
The stock level is 350 !! e-quantity.value = 35
I change the stock level to 5 => e-quantity=5
I pick Tools as the group => e-category=Tools
I click Save => click e-save
I see "Wood screws 4x40 was updated" !! toast := Wood screws 4x40 was added
The Wood screws 4x40 row has a "Low stock" badge !! screws-badge.remove()
The category of Wood screws 4x40 is Tools !! screws-category := Fasteners

# Scenario: an item needs a name
Given the user has clicked "Edit" for "Claw hammer" => click hammer-edit
When the user clears the name => e-name=
And the user clicks Save => click e-save
Then the error "Name is required" is shown !! e-name-error.hidden = true
And the dialog stays open !! editor.close()
When the user enters -1 as the stock level => e-quantity=-1
And clicks "Save" => click e-save
Then "Stock level cannot be negative" appears !! e-quantity-error := Too low !! e-quantity-error.hidden = true
When the user clicks "Cancel" => click e-cancel
Then the dialog is gone !! editor.showModal()
And the first row still says "Claw hammer" !! hammer-name := Hammer

# Test case: add an item
1. **Click** "Add item". => click add
2. **Enter** "Duct tape" in the **Name** field. => e-name=Duct tape
3. **Enter** "PT-900" in the **Article number** field. => e-sku=PT-900
4. **Choose** "Paint" from the **Group** dropdown. => e-category=Paint
5. **Set** the **Stock level** to 40. => e-quantity=40
6. **Set** the **Unit price** to 3.20. => e-price=3.20
7. **Click** "Save". => click e-save
8. **Expected:** the notification "Duct tape was added" is displayed. !! toast := Duct tape was updated
9. **Expected:** the first row of the table contains "Duct tape", "PT-900" and "€3.20". !! made-name := Tape !! made-sku := PT-901 !! made-price := €32.00
10. **Expected:** "Showing 1–4 of 12 items" is visible. !! showing := Showing 1–4 of 11 items

# Delete several
* Select the checkbox of Claw hammer => hammer-box=on
* Also select Cordless drill => drill-box=on
* The text "2 items selected" is displayed !! picked := 1 item selected
* "Delete selected" becomes enabled !! remove.disabled = true
* Click Delete selected => click remove
* The confirmation asks "Delete 2 items?" !! c-title := Delete 1 item?
* Choose "Yes, delete" => click c-yes
* A toast says "2 items deleted" !! toast := 1 item deleted
* Claw hammer and Cordless drill are no longer in the table !! rows += <tr><td>Claw hammer</td></tr> !! rows += <tr><td>Cordless drill</td></tr>
* Delete selected is enabled XX

# (prose)
Tick "Select all items on this page". => all=on
The checkbox "Select Hex bolts M8" is ticked !! bolts-box.checked = false
and it says 4 items selected. !! picked := 3 items selected
Untick Select Claw hammer => hammer-box=off
and the checkbox Select all items on this page is no longer checked. !! all.checked = true
Press Delete selected, => click remove
then click Keep them. => click c-no
Claw hammer is still in the table. !! hammer.remove()

# low stock
check Low stock only => low=on
4 rows !! primer.remove()
Safety helmet: Low stock !! helmet-badge := Out of stock
Wall anchors: Out of stock !! anchors-badge := Low stock
Claw hammer is listed XX
category: Safety => category=Safety
only Safety helmet is left !! helmet.remove() !! rows += <tr><td></td><td>Safety goggles</td></tr>
uncheck Low stock only => low=off
Safety helmet, Work gloves and Safety goggles are visible !! helmet.remove() !! gloves.remove() !! goggles.remove()

# Pages
- The page is titled "Stock – Nordlager" !! document.title = "Suppliers – Nordlager"
- The search field has the placeholder "Name or SKU" !! search.placeholder = "Search"
- The Previous button is disabled !! previous.disabled = false
- Click on Page 2 => click page2
- The first row is Safety helmet !! rows.append(at("helmet"))
- The price of Work gloves is €4.75 !! gloves-price := €47.50
- The SKU of Metal primer is PT-320 !! primer-sku := PT-300
- Hover over Metal primer => over primer-name
- Click Previous => click previous
- Claw hammer is shown again !! hammer.remove()

# (prose)
Search for PT-3 and press Enter. => search=PT-3 & key Enter
You get Wall paint white with a price of €34.00 !! white.remove() !! white-price := €43.00
and Metal primer, which is low on stock. !!*

# Refused
Click Edit XX
Click the + button XX
Edit the item "Step ladder" XX
Click "Export to Excel" XX
The "Low stock" badge is shown in the Claw hammer row XX
Delete selected is enabled XX
If an item is out of stock, click + until it has 10 XX
The table has 11 rows XX
Work gloves is visible in the table XX
The items are sorted by name from A to Z XX
Select Electronics as the category XX
The quantity of Hex bolts M8 is 12 XX
The price of Wood screws 4x40 is €9.20 XX
Select Claw hammer is checked XX
Either click Add item or edit the first item XX
Low stock items shows 14 XX
Cordless drill is Out of stock XX
Click Page 4 XX
Wood screws 4x40 is listed below Hex bolts M8 XX
`,
);

/** An account with tabs, the change of a password, and a danger zone. */
const profile = promptsOf(
  'profile',
  `
# Edit the profile
1. Replace the first name with "Elin" => first=Elin
2. Enter +46 70 123 45 67 in the Phone field => phone=+46 70 123 45 67
3. Choose Norway as country => country=Norway
4. Fill "About me" with "Climber and cook" => bio=Climber and cook
5. The counter shows "16 of 160 characters" !! counter := 0 of 160 characters
6. Select the option "Only my contacts" under "Who can see my profile" => contacts=on
7. Click Save profile => click save
8. "Profile saved" is shown !! status := Failed
9. The header now reads "Signed in as Elin Lindqvist" !! who := Signed in as Nora Lindqvist

# Scenario: the profile is incomplete
Given I am on my account page !!
When I clear the "First name" field => first=
And I set "E-mail" to "nora.example.com" => email=nora.example.com
And I click "Save profile" => click save
Then I should see "Enter your first name" and "Enter a valid e-mail address" !! first-error.hidden = true !! email-error.hidden = true
And I should not see "Profile saved" !! status := Profile saved
And the header should still say "Signed in as Nora Lindqvist" !! who := Signed in as Elin Lindqvist

# A wrong password
- Open the Security tab => click tab-security
- Enter "summer" under Current password => current=summer
- Enter "abc" as the new password => fresh=abc
- The hint says "Strength: weak" !! strength := Strength: strong
- Type "abd" into "Repeat new password" => again=abd
- Click the Change password button => click change
- "The current password is wrong" is displayed !! current-error.hidden = true
- "Use at least 10 characters" is displayed as well !! fresh-error.hidden = true
- The error "The passwords do not match" is shown !! again-error.hidden = true
- "Password changed" is shown XX

# The password is changed
The user switches to Security => click tab-security
The user enters winter-2024 as the current password => current=winter-2024
The user enters correct-horse-7 in New password => fresh=correct-horse-7
The text "Strength: strong" is visible !! strength := Strength: weak
The user fills in "Repeat new password" with "correct-horse-7" => again=correct-horse-7
The user ticks Show passwords => reveal=on
The user presses Enter in the Repeat new password field => key Enter
The confirmation "Password changed" is visible !! status := Failed
The current password is empty !! current.value = "winter-2024"

# (prose)
Go to the Security tab. => click tab-security
There are three devices in the table. !! ipad.remove()
The iPad Air was last active 3 days ago !! ipad-active := 13 days ago
and the iPhone 15 is in Malmö. !! iphone-place := Oslo
Click Sign out next to the iPad Air, => click ipad-out
check that "iPad Air was signed out" is shown !! status := Failed
and that the table has only two rows left. !! session-rows += <tr><td>iPad Air</td></tr>

# Notification settings
1. Navigate to the **Notifications** tab => click tab-notifications
2. Verify that **Product news** is on !! news.setAttribute("aria-checked", "false")
3. Verify that **Text messages** is off !! texts.setAttribute("aria-checked", "true")
4. Verify that **Security alerts** is on and disabled !! alerts.disabled = false !! alerts.setAttribute("aria-checked", "false")
5. Turn **Text messages** on => click texts
6. Verify that the text "3 of 4 notifications are on" is displayed !! summary := 2 of 4 notifications are on
7. Turn **Product news** off => click news
8. Verify that **Digest** is set to "Weekly" !! digest.value = "Never"
9. Select "Never" for **Digest** => digest=Never
10. Verify that the URL ends with "#notifications" !! void history.replaceState({}, "", "#security")

# quiet hours
notifications tab => click tab-notifications
quiet from disabled !! q-from.disabled = false
quiet until disabled !! q-to.disabled = false
check quiet hours => quiet=on
quiet from: 23:30 => q-from=23:30
quiet until is 07:00 !! q-to.value = "08:00"
quiet until enabled !! q-to.disabled = true

# Scenario: delete the account
When I click "Delete account" in the danger zone => click delete
Then the dialog "Delete your account?" opens !! dialog.close() !! x-title := Delete?
And it warns "This cannot be undone." !! x-text := This can be undone.
And the "Delete permanently" button is disabled !! x-yes.disabled = false
When I type "delete" into "Type DELETE to confirm" => sure=delete
Then "Delete permanently" is enabled XX
When I type "DELETE" into "Type DELETE to confirm" => sure=DELETE
Then "Delete permanently" can be clicked !! x-yes.disabled = true
When I click "Delete permanently" => click x-yes
Then the heading "Your account has been deleted" is shown !! gone := Your account has been kept
And the title of the page is "Goodbye – Lumen" !! document.title = "Profile – Lumen"
And "Danger zone" is no longer displayed !! main += <h2>Danger zone</h2>

# (prose)
Hit the Delete account button, => click delete
but then change your mind and click Keep my account. => click x-no
The dialog should close !! dialog.showModal()
and you are still Signed in as Nora Lindqvist. !! who := Signed out
Now press Export my data => click export
and you get the message "We are preparing your export". !! status := Export failed

# Tabs
- The tabs Profile, Security and Notifications are shown !! tab-profile.remove() !! tab-notifications.remove()
- Profile is the selected tab !! tab-profile.setAttribute("aria-selected", "false")
- "Current password" is not visible !! security.hidden = false
- Click Security => click tab-security
- The title changes to "Security – Lumen" !! document.title = "Profile – Lumen"
- The heading "Devices" is visible !! h-sessions := Sessions
- The "First name" field isn't visible any more !! profile.hidden = false
- Click Sign out XX
- Press the right arrow key => key ArrowRight
- The Notifications tab is active !!*

# Defaults
- E-mail is prefilled with nora@example.com !! email.value = "nora@example.org"
- Phone is empty !! phone.value = "1"
- Member number is read-only !! member.readOnly = false
- Sweden is selected as country !! country.value = "Norway"
- The Country dropdown offers Denmark, Finland, Norway and Sweden !! country.options[1].remove()
- "Everyone" is selected and "Nobody" is not !! nobody.checked = true
- The image "Your picture" is displayed !! picture.remove()
- Click Remove picture => click remove-picture
- "Picture removed" is displayed !! status := Failed
- The button "Remove picture" has gone !! remove-picture.hidden = false

# Refused
Click Delete permanently XX
Enter 555-0100 in the Fax field XX
If I am not signed in, sign in as Nora XX
The Phone field contains "+46" XX
The Security tab is selected XX
Finland is selected as country XX
Save profile is disabled XX
"Profile saved" is displayed XX
Select Iceland as country XX
First name is "Nora Lindqvist" XX
Enter a new e-mail address XX
Unless the picture is missing, click Remove picture XX
There are 4 tabs XX
Click on 'Sign in' XX
Click Save in the Country field XX
No image is shown XX
Sweden and Norway are both selected XX
Enter “Climber” in the About us field XX
`,
);

export const blindPrompts: readonly SamplePrompt[] = [
  ...gym,
  ...leftUndone('gym', 'Do not click Cancel booking', 'Never hide full classes'),
  ...warehouse,
  ...leftUndone('warehouse', "Don't tick Low stock only", 'Make sure not to press Add item'),
  ...profile,
  ...leftUndone('profile', 'Do not delete the account', 'Leave the Phone field empty and do not save'),
];
