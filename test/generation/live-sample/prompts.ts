/**
 * Clauses written without a look at the compiler, each with what a reader takes it to mean.
 * The pages are in `pages`; `data-t` names an element for the labels below and is unknown to the compiler.
 */
export interface Meaning {
  /** What the page must notice, in order: `click x`, `x=value`, `key Enter`, `over x`. */
  does?: readonly string[];
  /** Scripts that make the expectation untrue on the page, each of which must make the compiled steps fail. */
  breaks?: readonly string[];
  /** No reading is right: nothing may be compiled. */
  refused?: true;
  /** A careless reader gets it wrong: right or refused, never another meaning. */
  misleading?: true;
}

export interface SamplePrompt {
  page:
    | 'bank'
    | 'board'
    | 'cms'
    | 'booking'
    | 'settings'
    | 'clinic'
    | 'mail'
    | 'orders'
    | 'account'
    | 'tickets'
    | 'recipes'
    | 'tracker'
    | 'rooms'
    | 'users'
    | 'library'
    | 'invoices'
    | 'sprint'
    | 'tables'
    | 'preferences'
    | 'checkout'
    | 'planner'
    | 'frontdesk'
    | 'gym'
    | 'warehouse'
    | 'profile';
  /** Between two clauses. Default: a new line. */
  separator?: string;
  /** A line above the clauses that describes no step. */
  heading?: string;
  clauses: ReadonlyArray<readonly [words: string, meaning: Meaning]>;
}

const does = (...done: string[]): Meaning => ({ does: done });
const breaks = (...scripts: string[]): Meaning => ({ breaks: scripts });
const refused: Meaning = { refused: true, misleading: true };
const careful = (meaning: Meaning): Meaning => ({ ...meaning, misleading: true });

const bank: SamplePrompt[] = [
  {
    page: 'bank',
    clauses: [
      [`- Select "Savings account" in the From account dropdown`, does('from=Savings account')],
      ['- Enter Mia Lang as the recipient name', does('recipient=Mia Lang')],
      ['- Put DE89 3704 0044 0532 0130 00 into the IBAN field', does('iban=DE89 3704 0044 0532 0130 00')],
      ['- Fill in 250 for the amount', does('amount=250')],
      [`- Type "Rent March" in Reference`, does('reference=Rent March')],
      [`- The hint now says "130 characters left"`, breaks(`at("left").textContent = "140 characters left"`)],
      [`- Tick "Save as template"`, does('template=on')],
      ['- Turn on Instant transfer', does('click instant')],
      ['- Click Review transfer', does('click review')],
      [
        `- The heading "Review your transfer" should be visible`,
        breaks(`at("summary").hidden = true`, `at("summary").querySelector("h2").textContent = "Review"`),
      ],
      [
        '- The amount €250.00 is displayed in the Review section',
        breaks(`at("sum-amount").textContent = "€25.00"`),
      ],
      ['- The Confirm transfer button is disabled', breaks(`at("confirm").disabled = false`)],
      ['- Check the box I have checked the details', does('checked=on')],
      ['- The Confirm transfer button is enabled', breaks(`at("confirm").disabled = true`)],
      ['- Press Confirm transfer', does('click confirm')],
      [
        `- I should see "Transfer of €250.00 to Mia Lang was submitted"`,
        breaks(
          `at("status").textContent = "Transfer of €250.00 to Mia Lang was rejected"`,
          `at("status").hidden = true`,
        ),
      ],
    ],
  },
  {
    page: 'bank',
    heading: 'Scenario: the IBAN is missing',
    clauses: [
      ['Given I am on the transfer page', does()],
      [`When I fill in "Recipient name" with "Tennis Club"`, does('recipient=Tennis Club')],
      [`And I click the "Review transfer" button`, does('click review')],
      [
        `Then I should see the error "Enter an IBAN"`,
        breaks(`at("error").textContent = "Enter a recipient"`),
      ],
      [`And the "Confirm transfer" button should not be visible`, breaks(`at("summary").hidden = false`)],
      [`And the page title should be "Transfer money – Nordbank"`, breaks(`document.title = "Nordbank"`)],
    ],
  },
  {
    page: 'bank',
    separator: ' ',
    clauses: [
      ['Please click the Repeat button in the City Water row,', does('click repeat2')],
      [
        'and make sure that the recipient name field now contains City Water.',
        breaks(`at("recipient").value = "Mia Lang"`),
      ],
      ['The amount should be 61.20.', breaks(`at("amount").value = "61.2"`)],
      ['Afterwards hit Cancel;', does('click cancel')],
      ['the recipient name should be empty again.', breaks(`at("recipient").value = "City Water"`)],
    ],
  },
  {
    page: 'bank',
    clauses: [
      [`1. The user selects the radio button "On a date".`, does('later=on')],
      ['2. The Execution date field becomes enabled.', breaks(`at("date").disabled = true`)],
      ['3. The user enters 2026-05-01 as the execution date.', does('date=2026-05-01')],
      [
        '4. No error is shown.',
        breaks(`at("error").hidden = false; at("error").textContent = "Enter an IBAN"`),
      ],
      ['5. The table of recent transfers has 4 rows.', breaks(`at("row4").remove()`)],
      [
        '6. The second row shows City Water.',
        breaks(`at("row1").before(at("row2"))`, `at("row2").cells[1].textContent = "City Gas"`),
      ],
      [
        '7. The first row contains Mia Lang and €40.00.',
        breaks(`at("row1").cells[1].textContent = "M. Lang"`, `at("row1").cells[2].textContent = "€41.00"`),
      ],
    ],
  },
  ...(
    [
      ['Click Repeat next to Mia Lang', refused],
      ['Click the Repeat button', refused],
      ['If a cookie banner appears, accept it', refused],
      ['Click Cancel unless the form is empty', refused],
      ['Select the Credit card account in From account', refused],
      ['Confirm transfer is shown', refused],
      ['The Review transfer link is shown', refused],
      ['Click the Review transfer checkbox', refused],
      ['Enter 50 in the fee field', refused],
      ['The available balance is below €2,000', careful(breaks(`at("balance").textContent = "€2,840.50"`))],
      ['Enter something into IBAN', refused],
    ] as const
  ).map((clause): SamplePrompt => ({ page: 'bank', clauses: [clause] })),
];

const board: SamplePrompt[] = [
  {
    page: 'board',
    clauses: [
      ['click New ticket', does('click new')],
      ['title: Crash on export', does('title=Crash on export')],
      ['priority: High', does('priority=High')],
      ['tick Bug', does('bug=on')],
      ['hit Create', does('click create')],
      [
        `ticket "Crash on export" is listed in To do`,
        breaks(`at("done").append(at("t1-new"))`, `at("t1-new").hidden = true`),
      ],
      ['5 tickets are shown', breaks(`at("t4").remove(); count()`)],
    ],
  },
  {
    page: 'board',
    separator: ' ',
    clauses: [
      [`The user hovers over Ana in the "Fix login timeout" card,`, does('over who1')],
      [`and the tooltip "Assigned to Ana Costa" appears.`, breaks(`at("tip1").remove()`)],
      [`Then the user clicks Start on the card "Fix login timeout".`, does('click start1')],
      ['Fix login timeout is now listed under In progress.', breaks(`at("todo").append(at("t1"))`)],
    ],
  },
  {
    page: 'board',
    clauses: [
      ['* Type invoices into the search box', does('search=invoices')],
      ['* Only 1 ticket is displayed', breaks(`at("t1").hidden = false; count()`)],
      [`* "Fix login timeout" is no longer listed`, breaks(`at("t1").hidden = false`)],
      ['* Clear the search field', does('search=')],
      ['* There are 4 tickets again', breaks(`at("t1").hidden = true; count()`)],
      ['* Set the Assignee filter to Bo', does('assignee=Bo')],
      [`* The ticket "Save button is grey" is hidden`, breaks(`at("t3").hidden = false`)],
      [`* I can see "2 tickets"`, breaks(`at("count").textContent = "12 tickets"`)],
    ],
  },
  {
    page: 'board',
    heading: 'Scenario: a ticket needs a title',
    clauses: [
      [`When I open the "New ticket" dialog`, does('click new')],
      ['And I press Escape', does('key Escape')],
      ['Then the dialog is closed', breaks(`at("dialog").hidden = false`)],
      [`When I click "New ticket"`, does('click new')],
      [`And I click "Create"`, does('click create')],
      [`Then the message "Title is required" is shown`, breaks(`at("problem").hidden = true`)],
      [`And the Priority dropdown has "Medium" selected`, breaks(`at("priority").value = "Low"`)],
      [`And the checkbox "Feature" is not checked`, breaks(`at("feature").checked = true`)],
    ],
  },
  {
    page: 'board',
    clauses: [
      ['1) Delete the ticket Update dependencies', careful(does('click delete4'))],
      ['2) Ticket deleted is displayed', careful(breaks(`at("toast").textContent = "Ticket created"`))],
      ['3) The Done column is empty', breaks(`at("done").append(at("t1"))`)],
      [`4) Click the Delete button next to "Save button is grey"`, careful(does('click delete3'))],
      ['5) Click Edit on “Delete old invoices”', careful(does('click edit2'))],
      ['6) Wait for 1 second', does()],
      [
        "7) The ticket 'Save button is grey' is gone",
        breaks(
          `document.querySelector("main").append(Object.assign(document.createElement("h3"), { textContent: "Save button is grey" }))`,
        ),
      ],
    ],
  },
  ...(
    [
      ['Click Delete', refused],
      ['Click Start on the Update dependencies card', refused],
      ['Click New ticket and then either Create or Cancel', refused],
      ['Delete old invoices is shown', careful(breaks(`at("t2").hidden = true`))],
      [
        'The ticket “Save button is grey” is shown in In progress',
        careful(breaks(`at("todo").append(at("t3"))`)),
      ],
      ['Click the third Edit button', careful(does('click edit3'))],
      ['Open ticket 4711', refused],
      ['Select Carla as assignee', refused],
      ['Wait until the ticket is approved', refused],
      ['Make sure no ticket is assigned to Ana', refused],
      ['Every ticket has an assignee', refused],
      ['Click the last Delete button', careful(does('click delete4'))],
    ] as const
  ).map((clause): SamplePrompt => ({ page: 'board', clauses: [clause] })),
];

const cms: SamplePrompt[] = [
  {
    page: 'cms',
    clauses: [
      [`1) Click the Edit button in the "Opening hours" row`, does('click edit2')],
      [
        `2) Check that the Headline field has the value "Opening hours"`,
        breaks(`at("headline").value = "Opening"`),
      ],
      ['3) Check that Slug is opening-hours', breaks(`at("slug").value = "opening"`)],
      ['4) Replace the headline with Summer hours', does('headline=Summer hours')],
      ['5) Choose Jobs from the Category list', does('category=j')],
      [`6) Type "opening" into Add tag and press Enter`, does('tag=opening', 'key Enter')],
      [`7) Verify that the list of tags contains "opening"`, breaks(`at("tags").replaceChildren()`)],
      ['8) Uncheck Allow comments', does('comments=off')],
      ['9) Save the draft', does('click save')],
      [`10) "Draft saved" appears`, breaks(`at("message").textContent = "Headline is missing"`)],
    ],
  },
  {
    page: 'cms',
    clauses: [
      ['- The table has 4 rows', breaks(`at("r3").remove()`)],
      ['- Click the column header Title', does('click by-title')],
      ['- The first row should be About us', breaks(`at("r4").before(at("r1"))`)],
      ['- The titles are sorted alphabetically', breaks(`at("r1").parentElement.append(at("r4"))`)],
      ['- The last row contains Spring menu', breaks(`at("r4").before(at("r1"))`)],
      ['- Click Title once more', does('click by-title')],
      ['- Spring menu is listed before Opening hours', breaks(`at("r2").after(at("r1"))`)],
    ],
  },
  {
    page: 'cms',
    separator: ' ',
    clauses: [
      ['Tick the checkbox Select Spring menu', careful(does('pick1=on'))],
      ['and the checkbox Select Cook wanted.', careful(does('pick3=on'))],
      ["The text '2 selected' is visible", breaks(`at("selected").textContent = "1 selected"`)],
      ['and the Publish button can be clicked.', breaks(`at("publish").disabled = true`)],
      ['Click Publish.', does('click publish')],
      ['The status of Spring menu is Published.', breaks(`at("status1").textContent = "Draft"`)],
      [`The message reads "Published successfully".`, breaks(`at("message").textContent = ""`)],
    ],
  },
  {
    page: 'cms',
    clauses: [
      [`• Select all articles with the "Select all" checkbox`, does('all=on')],
      ['• Select About us is ticked', careful(breaks(`at("pick4").checked = false`))],
      ['• Click “Delete selected”', does('click delete')],
      [
        '• The table contains no rows',
        breaks(`document.querySelector("tbody").innerHTML = "<tr><td>Spring menu</td></tr>"`),
      ],
      ['• The message says Articles removed', breaks(`at("message").textContent = "Articles published"`)],
    ],
  },
  {
    page: 'cms',
    separator: ' ',
    clauses: [
      ['Follow the Preview link.', does('click preview')],
      ['The URL contains preview=1.', breaks(`history.replaceState({}, "", "?page=1")`)],
      [`The page title is "Preview | Bistro CMS".`, breaks(`document.title = "Articles | Bistro CMS"`)],
      ['The heading reads Preview.', breaks(`document.querySelector("h1").textContent = "Articles"`)],
      [`Go to "/cms.html?page=media".`, does()],
      [`The URL ends with "page=media".`, breaks(`history.replaceState({}, "", "?page=media&x=1")`)],
      [`The image "Bistro logo" is displayed.`, breaks(`at("image").remove()`, `at("image").alt = "Logo"`)],
    ],
  },
  ...(
    [
      ['Click Publish', refused],
      ['Published is shown in the Spring menu row', refused],
      ['Edit the article Cook wanted', careful(does('click edit3'))],
      ['Select Spring menu', careful(does('pick1=on'))],
      ['Save draft is visible', careful(breaks(`at("save").remove()`))],
      ['Preview and save the draft', careful(does('click preview', 'click save'))],
      ['Headline is not empty', refused],
      ['Choose Sports from the Category list', refused],
      ['Tick the Publish checkbox', refused],
      ['Delete selected is disabled', careful(breaks(`at("delete").disabled = false`))],
      [`The Body field has the placeholder "Write something"`, breaks(`at("body").placeholder = "Write"`)],
      ['The Slug field is read-only', careful(breaks(`at("slug").readOnly = false`))],
      ['Enter news as category unless one is chosen', refused],
      ['Click Edit in the fifth row', refused],
    ] as const
  ).map((clause): SamplePrompt => ({ page: 'cms', clauses: [clause] })),
];

const booking: SamplePrompt[] = [
  {
    page: 'booking',
    separator: ' ',
    clauses: [
      ['Enter Lisbon as the destination,', does('where=Lisbon')],
      ['pick 2026-06-10 for check-in', does('in=2026-06-10')],
      ['and 2026-06-14 for check-out,', does('out=2026-06-14')],
      ['choose 3 guests,', does('guests=3 guests')],
      ['tick Breakfast included', does('breakfast=on')],
      ['and click Search.', does('click go')],
      [`The heading "3 stays in Lisbon" is shown,`, breaks(`at("found").textContent = "3 stays in Porto"`)],
      [`the title of the page becomes "Stays in Lisbon"`, breaks(`document.title = "Find a stay"`)],
      [
        'and the address contains destination=Lisbon.',
        breaks(`history.replaceState({}, "", "?destination=Porto")`),
      ],
      ['The list shows three results.', breaks(`at("h3").remove()`)],
    ],
  },
  {
    page: 'booking',
    clauses: [
      ['• Destination: Porto', does('where=Porto')],
      ['• Guests: 4 guests', does('guests=4 guests')],
      ['• Click on »Search«', does('click go')],
      ['• Sort by price', does('sort=Price')],
      ['• The first result is Harbour Inn', breaks(`at("list").append(at("h2"))`)],
      ['• Harbour Inn costs €89', breaks(`at("p2").textContent = "€120"`)],
      ['• The prices are in ascending order', breaks(`at("list").prepend(at("h3"))`)],
      ['• Click „Book now“ for Harbour Inn', does('click book2')],
      [`• The "Your booking" section shows up`, breaks(`at("booking").hidden = true`)],
      [
        '• The Your booking section contains ‘Harbour Inn’',
        breaks(`at("chosen").textContent = "Grand Palace"`),
      ],
      ['• Enter SPRING in Promo code and click Apply', does('promo=SPRING', 'click apply')],
      ['• Total: €216 is shown', breaks(`at("total").textContent = "Total: €240"`)],
    ],
  },
  {
    page: 'booking',
    heading: 'Scenario: search without a destination',
    clauses: [
      [`Given the user is on the "Find a stay" page`, does()],
      [`When the user clicks "Search"`, does('click go')],
      [
        `Then an alert "Please enter a destination" should appear`,
        breaks(`at("alert").textContent = "Please enter a date"`),
      ],
      [`But "No stays found" should not be displayed`, breaks(`at("none").hidden = false`)],
    ],
  },
  {
    page: 'booking',
    clauses: [
      [`1. Type Atlantis in the field with the placeholder "Where to?"`, does('where=Atlantis')],
      ['2. Press the Enter key', does('key Enter')],
      ["3. 'No stays found' is shown", breaks(`at("none").hidden = true`)],
      [
        "4. There isn't any alert",
        breaks(`at("alert").hidden = false; at("alert").textContent = "Please enter a destination"`),
      ],
      [`5. Press "Clear"`, does('click clear')],
      ['6. Destination is blank', breaks(`at("where").value = "Atlantis"`)],
      ['7. Open More filters', does('click open-filters')],
      [`8. Select the checkbox "Pets allowed"`, does('pets=on')],
      [
        "9. Pets allowed is checked; Pool isn't",
        careful(breaks(`at("pets").checked = false`, `at("pool").checked = true`)),
      ],
    ],
  },
  {
    page: 'booking',
    clauses: [
      ['Enter Rome into Destination', does('where=Rome')],
      ['Click the Search button', does('click go')],
      ['Click Save next to Hotel Astoria', does('click save1')],
      [
        'The Save button of Hotel Astoria is pressed',
        careful(breaks(`at("save1").setAttribute("aria-pressed", "false")`)),
      ],
      [`The "Book now" button of Grand Palace is disabled`, careful(breaks(`at("book3").disabled = false`))],
      ['Click Book now for Grand Palace', refused],
    ],
  },
  {
    page: 'booking',
    clauses: [
      ['Enter Rome into Destination', does('where=Rome')],
      ['Click the Search button', does('click go')],
      ['Click Book now', refused],
    ],
  },
  ...(
    [
      ['Save the date is shown', careful(breaks(`at("save-date").hidden = true`))],
      ['Click Save the date', careful(does('click save-date'))],
      ['Click Help', refused],
      ['Choose 5 guests', refused],
      ['Enter a valid date', refused],
      ['Check-in', refused],
      ['Check-in is empty', careful(breaks(`at("in").value = "2026-01-01"`))],
      ['Enter 2026-06-14 in Check-out', careful(does('out=2026-06-14'))],
      ['Search is enabled', careful(breaks(`at("go").disabled = true`))],
      ['Set check-out before check-in', refused],
      ['Book the cheapest hotel', refused],
      ['The Search field is visible', refused],
      ['Click Search or Clear', refused],
      ['2 guests is selected in Guests', breaks(`at("guests").selectedIndex = 0`)],
    ] as const
  ).map((clause): SamplePrompt => ({ page: 'booking', clauses: [clause] })),
];

const settings: SamplePrompt[] = [
  {
    page: 'settings',
    clauses: [
      [`- The "General" tab is selected`, breaks(`at("tab-general").setAttribute("aria-selected", "false")`)],
      ['- Save changes is greyed out', breaks(`at("save").disabled = false`)],
      ['- The display name field shows Robin Sato', breaks(`at("name").value = "Robin"`)],
      ['- The email address cannot be edited', breaks(`at("email").disabled = false`)],
      [`- The user changes the display name to "Robin S."`, does('name=Robin S.')],
      ['- The user selects Deutsch as the language', does('language=Deutsch')],
      ['- The user picks the Dark theme', does('dark=on')],
      ['- The user clicks Save changes', does('click save')],
      ["- A confirmation 'Settings saved' is displayed", breaks(`at("status").textContent = ""`)],
      ['- The Dark radio button is selected', breaks(`at("light").checked = true`)],
    ],
  },
  {
    page: 'settings',
    separator: ' ',
    clauses: [
      ['Go to the Notifications tab.', does('click tab-notifications')],
      ['Switch off Email digest,', does('click digest')],
      ['then check that Frequency is disabled.', breaks(`at("frequency").disabled = false`)],
      ['Enable Push notifications.', does('click push')],
      ['Push notifications should be on.', breaks(`at("push").setAttribute("aria-checked", "false")`)],
      ['Marketing emails is ticked by default.', breaks(`at("marketing").checked = false`)],
      ['Untick Marketing emails.', does('marketing=off')],
      ['Marketing emails should not be ticked any more.', breaks(`at("marketing").checked = true`)],
    ],
  },
  {
    page: 'settings',
    heading: 'Scenario: change of the password',
    clauses: [
      [`Given I open the "Security" tab`, does('click tab-security')],
      [`When I enter "old-pass-1" into the "Current password" field`, does('current=old-pass-1')],
      [`And I enter "new-pass-2" into the "New password" field`, does('fresh=new-pass-2')],
      [`And I check "Show password"`, does('reveal=on')],
      [
        `Then the "New password" field should have the value "new-pass-2"`,
        breaks(`at("fresh").value = "new-pass"`),
      ],
      ['And the Display name field is not visible', breaks(`at("general").hidden = false`)],
      [`When I click "Delete account"`, does('click remove')],
      [`Then I should see a dialog asking "Are you sure?"`, breaks(`at("dialog").hidden = true`)],
      [`When I click "Keep account"`, does('click keep')],
      ['Then the dialog should disappear', breaks(`at("dialog").hidden = false`)],
    ],
  },
  {
    page: 'settings',
    clauses: [
      ['tab Notifications', does('click tab-notifications')],
      ['hover Email digest', does('over digest')],
      ['wait for Push notifications', breaks(`at("push").hidden = true`)],
      ['there are 3 tabs', breaks(`at("tab-security").remove()`)],
      ['Turn on Email digest', careful(does())],
      ['press Tab', careful(does('key Tab'))],
    ],
  },
  ...(
    [
      ['Delete account is not shown', careful(breaks(`at("security").hidden = false`))],
      ['Click Delete account', refused],
      ['Sign out everywhere', refused],
      ['Reset to defaults', careful(does('click reset'))],
      ['Toggle dark mode', refused],
      ['Enter robin@test.org into Email address', refused],
      ['Click the Language button', refused],
      ['Select Español as the language', refused],
      ['Save changes is not disabled', refused],
      ["The Dark radio button isn't selected", breaks(`at("dark").checked = true`)],
      ['Click Save changes or Reset to defaults', refused],
      ["Don't click Reset to defaults", careful(does())],
      ['Settings saved is not displayed', careful(breaks(`at("status").textContent = "Settings saved"`))],
      ['When the dialog opens, click Keep account', refused],
      ['Select English', careful(does('language=English'))],
      ['Display name is Robin', refused],
    ] as const
  ).map((clause): SamplePrompt => ({ page: 'settings', clauses: [clause] })),
];

/** Written after the sample was judged first, with the compiler known. */
const later: SamplePrompt[] = [
  ...(
    [
      ['Enter Ada as recipient name and King as reference', careful(does('recipient=Ada', 'reference=King'))],
      ['Reference: Rent and Amount: 5', careful(does('reference=Rent', 'amount=5'))],
      ['Tick Save as template and Instant transfer', careful(does('template=on', 'click instant'))],
    ] as const
  ).map((clause): SamplePrompt => ({ page: 'bank', clauses: [clause] })),
  ...(
    [
      ['Save draft and Preview are shown', careful(breaks('at("save").remove()', 'at("preview").remove()'))],
      ['There are 4 checkboxes', refused],
    ] as const
  ).map((clause): SamplePrompt => ({ page: 'cms', clauses: [clause] })),
  ...(
    [
      [
        'Switch to Security and Notifications',
        careful(does('click tab-security', 'click tab-notifications')),
      ],
      ['Pick Dark and Deutsch', careful(does('dark=on', 'language=Deutsch'))],
      ['General is shown in Notifications', refused],
      ['Save changes and Reset to defaults are disabled', refused],
      ['Reset to defaults should be on', refused],
    ] as const
  ).map((clause): SamplePrompt => ({ page: 'settings', clauses: [clause] })),
];

export const livePrompts: readonly SamplePrompt[] = [
  ...bank,
  ...board,
  ...cms,
  ...booking,
  ...settings,
  ...later,
];
