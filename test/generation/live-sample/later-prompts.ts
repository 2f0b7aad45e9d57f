import type { Meaning, SamplePrompt } from './prompts.ts';

const does = (...done: string[]): Meaning => ({ does: done });
const breaks = (...scripts: string[]): Meaning => ({ breaks: scripts });
const refused: Meaning = { refused: true, misleading: true };
const textOf = (name: string, text: string) => `at("${name}").textContent = ${JSON.stringify(text)}`;
const hide = (name: string) => `at("${name}").hidden = true`;
const show = (name: string) => `at("${name}").hidden = false`;
const removed = (name: string) => `at("${name}").remove()`;

type Clause = SamplePrompt['clauses'][number];
const each =
  (page: SamplePrompt['page']) =>
  (...clauses: Clause[]): SamplePrompt[] =>
    clauses.map((clause) => ({ page, clauses: [clause] }));

const clinic: SamplePrompt[] = [
  {
    page: 'clinic',
    heading: 'Acceptance criteria:',
    clauses: [
      ['* User should be able to choose "Video call" as the type of visit', does('video=on')],
      [
        '* A note "We will email you a link 10 minutes before the call." is shown',
        breaks(hide('video-note'), textOf('video-note', 'We will call you.')),
      ],
      ['* User can pick Dr. Lena Fischer from the Doctor list', does('doctor=Dr. Lena Fischer')],
      ['* User sets the date to 2026-12-24', does('day=2026-12-24')],
      ['* The 10:00 slot is greyed out', breaks(`at("t1000").disabled = false`)],
      ['* User picks the 09:30 time slot', does('click t0930')],
      ['* 09:30 is now selected', breaks(`at("t0930").setAttribute("aria-pressed", "false")`)],
      ['* User adds a visitor', does('click plus')],
      ['* The number of visitors is 2', breaks(textOf('visitors', '3'))],
      ['* User fills in Full name with "Ada King"', does('name=Ada King')],
      ['* User enters +44 20 5555 0199 as phone', does('phone=+44 20 5555 0199')],
      ['* User agrees to the cancellation policy', does('terms=on')],
      ['* User clicks on Continue', does('click submit')],
      ['* The "Review your booking" section appears', breaks(hide('review'))],
      ['* Doctor is "Dr. Lena Fischer"', breaks(textOf('r-doctor', 'Dr. Tom Reyes'))],
      ['* The review shows the date 24/12/2026 09:30', breaks(textOf('r-when', '24/12/2026 14:30'))],
      ['* User confirms the booking', does('click confirm')],
      ['* User sees the message "Thank you, Ada King!"', breaks(textOf('done-name', 'Ida'), hide('done'))],
      ['* A reference number HC-1042 is displayed', breaks(textOf('done-text', 'Reference: HC-1'))],
    ],
  },
  {
    page: 'clinic',
    heading: 'Scenario: Required fields are validated',
    clauses: [
      ['Given the booking form is empty', refused],
      ['When the user clicks the "Continue" button', does('click submit')],
      ['Then the error "Please choose a date" should be displayed', breaks(hide('day-error'))],
      ['And an error "Name is required" should appear next to Full name', breaks(hide('name-error'))],
      ['And the user should see "You must accept the cancellation policy"', breaks(hide('terms-error'))],
      ['And the user should remain on the details step', breaks(`step(2)`)],
      ['When the user types "12" in the Phone field', does('phone=12')],
      ['And submits the form', does('click submit')],
      ['Then "Enter a valid phone number" is still shown', breaks(hide('phone-error'))],
      ['When the user clears the form', does('click clear')],
      ['Then no error messages are shown', breaks(show('day-error'), show('name-error'))],
    ],
  },
  {
    page: 'clinic',
    separator: ' ',
    clauses: [
      ['Check "I have private insurance".', does('insured=on')],
      ['An Insurance number field shows up.', breaks(hide('insurer-row'))],
      ['Type AX-99 into it.', does('insurer=AX-99')],
      ['Uncheck the insurance checkbox again', does('insured=off')],
      ['and the Insurance number field should be hidden.', breaks(show('insurer-row'))],
      ['Write "Back pain" in the reason box', does('reason=Back pain')],
      ['and make sure the counter reads 9 / 200.', breaks(textOf('counter', '8 / 200'))],
    ],
  },
  ...each('clinic')(
    ['In person is preselected', breaks(`at("video").checked = true`)],
    ['The Remove visitor button should be disabled initially', breaks(`at("minus").disabled = false`)],
    ['Verify the Doctor dropdown defaults to "Any doctor"', breaks(`at("doctor").value = "Dr. Tom Reyes"`)],
    ['Verify that the Doctor dropdown has 4 options', breaks(`at("doctor").options[3].remove()`)],
    ['Expect 4 time slots', breaks(removed('t1430'))],
    ['Click 10:00', refused],
    ['Choose Dr. House', refused],
    ['Select the first available time', refused],
    ['The phone number 020 5555 0100 links to tel:+442055550100', breaks(`at("tel").href = "tel:1"`)],
    ['The Date field is empty', breaks(`at("day").value = "2026-01-01"`)],
    ['The Details step is the current one', breaks(`step(2)`)],
    ['Add two visitors', refused],
    ['Insurance number should not be visible until I have private insurance is ticked', refused],
  ),
];

const mail: SamplePrompt[] = [
  {
    page: 'mail',
    heading: '## How to test',
    clauses: [
      ['1. Open the "Quarterly report" email', does('click mail-1')],
      [
        '2. The conversation is displayed with the heading Quarterly report',
        breaks(textOf('subject', 'Report'), hide('open')),
      ],
      ['3. The unread count of Inbox drops to 2', breaks(textOf('b-inbox', '3'))],
      ['4. Type "Looks good to me" in the reply box', does('reply=Looks good to me')],
      ['5. Click on Send reply', does('click send-reply')],
      ['6. A "Reply sent" toast pops up', breaks(textOf('toast', 'Reply failed'), hide('toast'))],
      ['7. "Looks good to me" appears in the conversation', breaks(`at("thread").lastElementChild.remove()`)],
      ['8. The reply box is empty again', breaks(`at("reply").value = "x"`)],
    ],
  },
  {
    page: 'mail',
    clauses: [
      ['- [ ] Tick the checkbox of "Build failed on main"', does('pick-2=on')],
      ['- [ ] The toolbar shows "1 selected"', breaks(textOf('selected', '2 selected'))],
      ['- [ ] Archive button becomes enabled', breaks(`at("archive").disabled = true`)],
      ['- [ ] Hit Archive', does('click archive')],
      ['- [ ] The message is gone from the list', refused],
      ['- [ ] "Build failed on main" is no longer listed', breaks(`mails[1].folder = "inbox"; draw()`)],
      ['- [ ] Toast says "1 conversation archived"', breaks(textOf('toast', '1 conversation deleted'))],
      ['- [ ] Undo is offered', breaks(removed('undo'))],
      ['- [ ] 3 messages are left in the list', breaks(removed('row-4'))],
    ],
  },
  {
    page: 'mail',
    heading: 'Feature: composing',
    clauses: [
      ['When I press the Compose button', does('click compose')],
      ['Then a New message dialog is opened', breaks(hide('dialog'))],
      ['When I leave the To field blank', does('key Delete')],
      ['And I press Send', does('click send')],
      ['Then I get the error "Please enter a recipient"', breaks(hide('to-error'))],
      ['When I put kim@example.com in the To field', does('to=kim@example.com')],
      ['And I set the subject to "Hi"', does('new-subject=Hi')],
      ['And I write "See you soon" in the message body', does('body=See you soon')],
      ['And I hit Send', does('click send')],
      ['Then the dialog closes', breaks(show('dialog'))],
      ['And "Message sent" is displayed', breaks(textOf('toast', 'Message not sent'))],
      ['When I go to Sent', does('click f-sent')],
      ['Then the email "Hi" to kim@example.com is listed', breaks(`mails.pop(); draw()`)],
    ],
  },
  {
    page: 'mail',
    separator: '; ',
    clauses: [
      ['search for "lunch"', does('search=lunch', 'key Enter')],
      ['only 1 result is shown', breaks(`at("search").value = ""; draw()`)],
      ['"Lunch on Friday?" is in the list', breaks(removed('row-3'))],
      ['clear the search field', does('search=')],
      ['search for zzz', does('search=zzz', 'key Enter')],
      ['"No messages found" is shown', breaks(hide('empty'))],
    ],
  },
  {
    page: 'mail',
    separator: '. ',
    clauses: [
      ['Open the account menu', does('click account')],
      ['It should contain Preferences and Log out', breaks(removed('m-prefs'), removed('m-out'))],
      ['Press Esc', does('key Escape')],
      ['The menu should close', breaks(show('account-menu'))],
      ['Open the account menu again', does('click account')],
      ['Choose Log out', does('click m-out')],
      ['You should see "You have been logged out"', breaks(`document.body.textContent = ""`)],
    ],
  },
  ...each('mail')(
    ['Star the mail from Priya Nair', does('click star-1')],
    ['Select all messages', does('all=on')],
    ['The page title is "Inbox (3) – Postbox"', breaks(`document.title = "Inbox – Postbox"`)],
    ['Inbox is the active folder', breaks(`at("f-inbox").removeAttribute("aria-current")`)],
    ['Lunch on Friday? is starred', breaks(`at("star-3").setAttribute("aria-pressed", "false")`)],
    ['Quarterly report is not starred', breaks(`at("star-1").setAttribute("aria-pressed", "true")`)],
    ['The Drafts folder has a badge with 1', breaks(textOf('b-drafts', '2'))],
    ['Delete should be disabled as long as nothing is selected', breaks(`at("delete").disabled = false`)],
    ['Star the message', refused],
    ['Click the star next to "Your itinerary"', does('click star-4')],
    ['Forward the "Quarterly report" email', refused],
    ['There are 4 messages in the inbox', breaks(removed('row-2'))],
    ['The first message is from Priya Nair', breaks(`mails.reverse(); draw()`)],
  ),
];

const orders: SamplePrompt[] = [
  {
    page: 'orders',
    clauses: [
      ['- The table lists 4 orders by default', breaks(removed('row-1002'))],
      ['- Pagination reads "1–4 of 7"', breaks(textOf('range', '1–4 of 8'))],
      ['- Previous page is disabled on the first page', breaks(`at("prev").disabled = false`)],
      ['- Go to the next page', does('click next')],
      ['- Now the orders 5–7 of 7 are shown', breaks(textOf('range', '5–8 of 8'))],
      ['- The Next page button is disabled', breaks(`at("next").disabled = false`)],
      ['- Change rows per page to 8', does('size=8')],
      ['- All 7 orders are visible', breaks(removed('row-1007'))],
      ['- Sort by total', does('click s-total')],
      ['- The first row is order #1005', breaks(`orders[4].total = 900; draw()`)],
      ['- Click the Total column header again', does('click s-total')],
      [
        '- Total is sorted in descending order',
        breaks(`at("h-total").setAttribute("aria-sort", "ascending")`),
      ],
      ['- The first row contains "Aisha Bello"', breaks(`orders[5].total = 1; draw()`)],
    ],
  },
  {
    page: 'orders',
    heading: 'Scenario: Refunding an order',
    clauses: [
      ['When the admin clicks "Refund" in the row of order #1003', does('click refund-1003')],
      [
        'Then a dialog titled "Refund order #1003" is displayed',
        breaks(textOf('modal-title', 'Refund order #1004'), hide('backdrop')),
      ],
      [
        'And it says "Up to $310.00 can be refunded."',
        breaks(textOf('modal-body', 'Up to $31.00 can be refunded.')),
      ],
      ['When 400 is entered as refund amount', does('amount=400')],
      ['And the "Issue refund" button is clicked', does('click m-refund')],
      [
        'Then the validation message "Enter an amount up to $310.00" is shown',
        breaks(textOf('amount-error', '')),
      ],
      ['When the admin changes the refund amount to 310', does('amount=310')],
      ['And selects "Not delivered" as the reason', does('why=Not delivered')],
      ['And confirms with "Issue refund"', does('click m-refund')],
      ['Then the dialog is closed', breaks(show('backdrop'))],
      [
        'And a success message "Refunded $310.00 to Elena Petrova" appears',
        breaks(textOf('toast', 'Refunded $310.00 to Grace Kim')),
      ],
      ['And the status of order #1003 is Refunded', breaks(textOf('status-1003', 'Paid'))],
      ['And its Refund button is disabled', breaks(`at("refund-1003").disabled = false`)],
    ],
  },
  {
    page: 'orders',
    separator: '. ',
    clauses: [
      ['Filter by status Pending', does('status=Pending')],
      ['There should be 2 orders in the table', breaks(removed('row-1005'))],
      ['Every row has the status Pending', breaks(textOf('status-1005', 'Paid'))],
      ['Search for "omar"', does('q=omar', 'key Enter')],
      ['Only order #1002 remains', breaks(`at("q").value = ""; draw()`)],
      ['Reset the filters', does('click reset')],
      ['The search box is emptied', breaks(`at("q").value = "omar"`)],
      ['Status is back to All', breaks(`at("status").value = "Paid"`)],
    ],
  },
  {
    page: 'orders',
    separator: ', ',
    clauses: [
      ['Select orders #1001 and #1002', does('pick-1001=on', 'pick-1002=on')],
      ['"2 selected" shows up', breaks(textOf('bulk-count', '1 selected'), hide('bulk'))],
      ['click Mark as shipped', does('click bulk-ship')],
      [
        'a toast with "2 orders marked as shipped" is displayed',
        breaks(textOf('toast', '0 orders marked as shipped')),
      ],
      ['the bulk bar with "selected" goes away', breaks(show('bulk'))],
    ],
  },
  ...each('orders')(
    ['View the order of Omar Haddad', does('click view-1002')],
    ['View order #1004', does('click view-1004')],
    ['Order #1002 has the status "Pending"', breaks(textOf('status-1002', 'Paid'))],
    ['Order 1003 costs $310.00', breaks(textOf('total-1003', '$31.00'))],
    ['The total of order #1002 should be $48.50', breaks(textOf('total-1002', '$48.05'))],
    ['Refund is disabled for order #1004', breaks(`at("refund-1004").disabled = false`)],
    ['Grace Kim has 2 orders', breaks(removed('row-1004'))],
    ['Click on Refund', refused],
    ['Refund order #1002', refused],
    ['The revenue card shows $1,284.50', breaks(textOf('k-revenue', '$0.00'))],
    ['Open orders: 5', breaks(textOf('k-open', '6'))],
    ['The status of order #1003 is Paid or Refunded', refused],
    [
      'The table should have the columns Order, Customer, Status, Total and Actions',
      breaks(removed('h-total')),
    ],
  ),
];

const account: SamplePrompt[] = [
  {
    page: 'account',
    heading: 'Steps to verify:',
    clauses: [
      ['- Change the username to "ab"', does('username=ab')],
      ['- Save the profile', does('click save')],
      [
        '- Below the field there is an error: "Username must be at least 3 characters"',
        breaks(textOf('username-error', '')),
      ],
      [
        '- The Username field is marked as invalid',
        breaks(`at("username").setAttribute("aria-invalid", "false")`),
      ],
      ['- Replace the username with ada_l', does('username=ada_l')],
      ['- Enter "example" for Website', does('website=example')],
      ['- Save profile', does('click save')],
      ['- "Enter a valid URL" is displayed', breaks(textOf('website-error', ''))],
      ['- The username error disappears', refused],
      [
        '- Enter https://example.com in the Website field and click Save profile',
        does('website=https://example.com', 'click save'),
      ],
      ['- Confirmation "Profile updated" is visible', breaks(hide('saved'))],
    ],
  },
  {
    page: 'account',
    clauses: [
      ['Given I am on the Alerts tab', does('click tab-alerts')],
      [
        'Then "Weekly summary" should be switched on',
        breaks(`at("weekly").setAttribute("aria-checked", "false")`),
      ],
      ['And Mentions should be off', breaks(`at("mentions").setAttribute("aria-checked", "true")`)],
      ['When I toggle Mentions', does('click mentions')],
      ['Then Mentions should be on', breaks(`at("mentions").setAttribute("aria-checked", "false")`)],
      ['And I should get a message saying "Preferences saved"', breaks(textOf('alert-status', ''))],
      ['When I choose Slack for "Send alerts to"', does('channel=Slack')],
      ['And I set quiet hours to start at 21:30', does('quiet=21:30')],
      ['Then the Quiet hours field should show 21:30', breaks(`at("quiet").value = "22:00"`)],
    ],
  },
  {
    page: 'account',
    separator: '. ',
    clauses: [
      ['Click the Upgrade now link', does('click upgrade')],
      [
        'The Billing tab should be selected',
        breaks(`at("tab-billing").setAttribute("aria-selected", "false")`),
      ],
      ['The Free plan is marked "Current plan"', breaks(textOf('c-free', 'Choose plan'))],
      ['Switch to yearly billing', does('yearly=on')],
      ['The Team plan costs $115 / year', breaks(textOf('price-team', '$12 / month'))],
      ['Choose the Business plan', does('click c-business')],
      ['Payment details are shown', breaks(hide('card'))],
      ['The button reads "Pay $30"', breaks(textOf('pay', 'Pay $12'))],
      ['Enter 4242 as card number and press Enter', does('number=4242', 'key Enter')],
      ['"Your card number is incomplete" should be shown as an error', breaks(textOf('card-error', ''))],
    ],
  },
  {
    page: 'account',
    clauses: [
      ['1) go to "Danger zone"', does('click tab-danger')],
      ['2) click "Delete my account"', does('click delete')],
      ['3) "Delete forever" must be disabled', breaks(`at("yes").disabled = false`)],
      ['4) type DELETE in the confirmation input', does('phrase=DELETE')],
      ['5) "Delete forever" gets enabled', breaks(`at("yes").disabled = true`)],
      ['6) cancel the dialog', does('click no')],
      ['7) dialog should no longer be visible', breaks(`at("confirm").showModal()`)],
    ],
  },
  ...each('account')(
    ['Dismiss the trial notice', does('click dismiss')],
    ['Expand Advanced options', does('click advanced-head')],
    ['The API token is hidden by default', breaks(`at("advanced").open = true`)],
    ['"Show my profile publicly" is checked by default', breaks(`at("public").checked = false`)],
    ['Make my profile private', refused],
    ['Set the time zone to Europe/Berlin', does('zone=Europe/Berlin')],
    ['The bio contains "Hello there"', breaks(`at("bio").value = "Hi"`)],
    ['The username is prefilled with jdoe', breaks(`at("username").value = ""`)],
    ['There are four tabs: Profile, Alerts, Billing and Danger zone', breaks(removed('tab-danger'))],
    ['Append "!" to the bio', refused],
    [
      'The banner says "Your trial ends in 5 days."',
      breaks(`at("banner").innerHTML = "Your trial ends in 4 days."`),
    ],
    ['Save profile and the page reloads', refused],
    [
      'Profile is the selected tab, Billing is not',
      breaks(`at("tab-profile").setAttribute("aria-selected", "false")`),
    ],
  ),
];

/** Clauses written without a look at the compiler, as in issues and pull requests. */
export const eighthPrompts: readonly SamplePrompt[] = [...clinic, ...mail, ...orders, ...account];

const tickets: SamplePrompt[] = [
  {
    page: 'tickets',
    heading: 'Scenario: Agent answers a ticket',
    clauses: [
      ['Given the ticket has 2 comments', breaks(removed('c2'))],
      ['And "Post comment" is disabled while the box is empty', breaks(`at("post").disabled = false`)],
      ['When the agent writes "Toner replaced" in the comment box', does('text=Toner replaced')],
      ['Then the Post comment button gets enabled', breaks(`at("post").disabled = true`)],
      ['When agent marks it as an internal note', does('internal=on')],
      ['And the agent posts the comment', does('click post')],
      ['Then "Comment posted" should pop up', breaks(textOf('toast', ''))],
      ['And "Toner replaced" is the last comment', breaks(`at("thread").prepend(at("c3"))`)],
      ['And there are now 3 comments', breaks(removed('c2'))],
      ['And the comment field should be empty', breaks(`at("text").value = "x"`)],
    ],
  },
  {
    page: 'tickets',
    heading: 'Checklist:',
    clauses: [
      ['[ ] Priority can be set to Urgent', does('priority=Urgent')],
      [
        '[ ] A notification "Priority changed to Urgent" is shown',
        breaks(textOf('toast', 'Priority changed to Low')),
      ],
      ['[ ] Assign the ticket to Sara Lind', does('assignee=Sara Lind')],
      [
        '[ ] Status message reads "Assigned to Sara Lind"',
        breaks(textOf('toast', 'Assigned to Kofi Mensah')),
      ],
      ['[ ] Remove the tag "office"', does('click rm-2')],
      [
        '[ ] The tag "office" has disappeared',
        breaks(`at("tags").insertAdjacentHTML("beforeend", "<li>office</li>")`),
      ],
      ['[ ] Watch the ticket', does('click watch')],
      ['[ ] "3 watchers" are displayed', breaks(textOf('watchers', '2 watchers'))],
      ['[ ] Watch is active', breaks(`at("watch").setAttribute("aria-pressed", "false")`)],
    ],
  },
  {
    page: 'tickets',
    separator: '. ',
    clauses: [
      ['Users should be able to close a ticket', does('click close')],
      ['A confirmation dialog with the title "Close this ticket?" opens', breaks(hide('dialog'))],
      ['Hit Close', does('click yes')],
      ['The error "A resolution is required" appears', breaks(hide('error'))],
      ['Resolution: Paper removed', does('resolution=Paper removed')],
      ['Click Close', does('click yes')],
      ['The dialog is dismissed', breaks(show('dialog'))],
      ['The ticket status changes to Closed', breaks(textOf('state', 'Open'))],
      ['"Close ticket" can no longer be clicked', breaks(`at("close").disabled = false`)],
    ],
  },
];

const recipes: SamplePrompt[] = [
  {
    page: 'recipes',
    clauses: [
      ['- By default 3 recipe cards are displayed', breaks(removed('pasta'))],
      ['- Customer ticks the Vegan filter', does('vegan=on')],
      ['- The result count is updated to "2 recipes found"', breaks(textOf('count', '3 recipes found'))],
      ['- Lemon pasta is not listed', breaks(`at("vegan").checked = false; draw()`)],
      ['- Click "Add to list" on the Bean salad card', does('click add-salad')],
      ['- The button changes to "Added"', breaks(textOf('add-salad', 'Add to list'))],
      ['- The shopping list button shows a count of 1', breaks(textOf('basket-count', '2'))],
      ['- Open the shopping list', does('click basket')],
      ['- Bean salad is in the shopping list', breaks(removed('item-salad'))],
      ['- Increase servings to 4', does('servings=4')],
      ['- Estimated cost is £11.00', breaks(textOf('cost', '£1.00'))],
      ['- Order ingredients button should be clickable', breaks(`at("order").disabled = true`)],
      ['- Clear the list', does('click clear')],
      ['- The list is empty', refused],
    ],
  },
  {
    page: 'recipes',
    separator: ', then ',
    clauses: [
      ['Turn dark mode on', does('click theme')],
      ['check dark mode is on', breaks(`at("theme").setAttribute("aria-checked", "false")`)],
      ['search for "pizza"', does('search=pizza', 'key Enter')],
      ['the message "Sorry, nothing matches your filters." should be shown', breaks(hide('empty'))],
    ],
  },
  ...each('recipes')(
    ['Subscribe to the newsletter with kim@example.com', refused],
    ['Add Chickpea curry to the list', does('click add-curry')],
    ['View the recipe of Lemon pasta', does('click open-pasta')],
    ['No recipes are shown', refused],
    ['Chickpea curry takes 35 min', breaks(`at("curry").querySelector("p").textContent = "30 min"`)],
    ['Click View recipe', refused],
    ['User name is shown', refused],
  ),
];

/** The same after the causes of the eighth sample were fixed. */
export const ninthPrompts: readonly SamplePrompt[] = [...tickets, ...recipes];
