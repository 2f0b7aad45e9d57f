import type { Meaning, SamplePrompt } from './prompts.ts';

const does = (...done: string[]): Meaning => ({ does: done });
const breaks = (...scripts: string[]): Meaning => ({ breaks: scripts });
const textOf = (name: string, text: string) => `at("${name}").textContent = ${JSON.stringify(text)}`;
const hide = (name: string) => `at("${name}").hidden = true`;
const show = (name: string) => `at("${name}").hidden = false`;
const removed = (name: string) => `at("${name}").remove()`;

const tracker: SamplePrompt[] = [
  {
    page: 'tracker',
    clauses: [
      ['1. Click the New issue button', does('click new')],
      [
        '2. A dialog titled "Create a new issue" opens',
        breaks(hide('dialog'), textOf('dialog-title', 'Edit')),
      ],
      ['3. Enter "Dark mode" as the title', does('d-title=Dark mode')],
      ['4. In the description write "Please add a dark theme"', does('d-text=Please add a dark theme')],
      ['5. Set the severity to High', does('d-severity=High')],
      ['6. Assign it to Tom', does('d-who=Tom')],
      ['7. Tick the box "Notify the team"', does('d-notify=on')],
      ['8. Click Create issue', does('click d-create')],
      ['9. The dialog closes', breaks(show('dialog'))],
      ['10. A toast "Issue created" appears', breaks(textOf('toast', 'Failed'))],
      ['11. The new issue "Dark mode" is in the list', breaks(removed('made'))],
      ['12. Its priority is High', breaks(textOf('made-priority', 'Low'))],
    ],
  },
  {
    page: 'tracker',
    heading: 'Scenario: closing an issue',
    clauses: [
      ['Given I am on the issues page', breaks()],
      ['When I close the issue "Typo on the pricing page"', does('click typo-close')],
      ['Then I see the message "Issue closed"', breaks(textOf('toast', ''))],
      ['And "Typo on the pricing page" is no longer in the list', breaks(show('typo'))],
      ['And the counter shows 2 open issues', breaks(textOf('count', '12 open issues'))],
      ['When I switch to the Closed tab', does('click tab-closed')],
      ['Then the issue "Typo on the pricing page" is listed', breaks(hide('typo'))],
      ['And it has a Reopen button', breaks(textOf('typo-close', 'Close'))],
    ],
  },
  {
    page: 'tracker',
    separator: '. ',
    clauses: [
      ['Filter by priority Low', does('filter=Low')],
      ['Only one issue should be displayed', breaks(show('login'))],
      ['Now search for "banana"', does('search=banana', 'key Enter')],
      ['It should say "No issues match your search."', breaks(hide('none'))],
    ],
  },
  {
    page: 'tracker',
    heading: 'Validation:',
    clauses: [
      ['- open the new issue dialog', does('click new')],
      [
        '- the dropdown "Severity" offers Low, Medium and High',
        breaks(`at("d-severity").options[2].remove()`),
      ],
      ['- Medium is preselected', breaks(`at("d-severity").value = "Low"`)],
      ['- the title field is empty', breaks(`at("d-title").value = "x"`)],
      ['- hit Create issue without filling anything in', does('click d-create')],
      ['- an error message "Please enter a title" is displayed', breaks(hide('d-error'))],
      ['- the dialog stays open', breaks(hide('dialog'))],
      ['- cancel the dialog', does('click d-cancel')],
      ['- the dialog is not visible anymore', breaks(show('dialog'))],
    ],
  },
];

const rooms: SamplePrompt[] = [
  {
    page: 'rooms',
    clauses: [
      [
        'Fill in the form with the following: check-in 2027-03-01, check-out 2027-03-04',
        does('in=2027-03-01', 'out=2027-03-04'),
      ],
      ['Change the number of guests to 3', does('guests=3')],
      ['Pick "Suite" as the room type', does('type=Suite')],
      ['Add breakfast', does('breakfast=on')],
      ['The room price should be €240.00', breaks(textOf('p-room', '€24.00'))],
      ['The total in the price summary should be €255.00', breaks(textOf('p-total', '€240.00'))],
      ['Enter the promo code SPRING and click Apply', does('promo=SPRING', 'click apply')],
      [
        '"Promo code applied: €20.00 off" should be visible after clicking Apply',
        breaks(textOf('promo-note', 'no')),
      ],
      ['The total drops to €235.00', breaks(textOf('p-total', '€255.00'))],
      ['First name: Mia', does('first=Mia')],
      ['Last name: Lang', does('last=Lang')],
      ['Use mia@example.com as e-mail address', does('email=mia@example.com')],
      ['Press "Book now"', does('click book')],
      ['You should see a confirmation "Your room is booked"', breaks(hide('done'))],
      ['The confirmation mentions mia@example.com', breaks(textOf('done-text', 'Thank you'))],
    ],
  },
  {
    page: 'rooms',
    clauses: [
      ['Given a guest opens the booking page', breaks()],
      ['When they submit the booking form without filling in any field', does('click book')],
      [
        'Then the following errors are shown: "Choose a check-in date", "Please tell us your name"',
        breaks(hide('in-error'), hide('name-error')),
      ],
      [
        'And the e-mail address field shows the error "This is not a valid e-mail address"',
        breaks(hide('email-error')),
      ],
      ['When they enter 7 guests', does('guests=7')],
      ['And they click on "Book now" again', does('click book')],
      ['Then they are told "We have no room for more than 4 guests"', breaks(hide('guests-error'))],
      ['And the booking is not confirmed', { refused: true }],
    ],
  },
  {
    page: 'rooms',
    separator: '. ',
    clauses: [
      [
        'By default "Credit card" is selected and breakfast is not ticked',
        breaks(`at("arrival").checked = true`, `at("breakfast").checked = true`),
      ],
      ['Choose to pay on arrival', does('arrival=on')],
      ['The credit card option is now unselected', breaks(`at("card").checked = true`)],
      ['The room type defaults to Double', breaks(`at("type").value = "Suite"`)],
      ['Type a wrong promo code "ABC"', does('promo=ABC')],
      ['Apply it', does('click apply')],
      ['A note says "This code has expired"', breaks(textOf('promo-note', 'ok'))],
      ['The total is still €120.00', breaks(textOf('p-total', '€100.00'))],
    ],
  },
  {
    page: 'rooms',
    clauses: [
      ['* Sign up for the newsletter with mia@example.com', { refused: true }],
      ['* Write mia@example.com in "Your e-mail for offers"', does('news-email=mia@example.com')],
      ['* Hit the Subscribe button', does('click subscribe')],
      ['* "You are subscribed." is displayed below the form', breaks(hide('news-done'))],
      [
        '* The navigation has the links Rooms, Offers and Contact',
        breaks(removed('nav-offers'), removed('nav-contact')),
      ],
    ],
  },
];

const users: SamplePrompt[] = [
  {
    page: 'users',
    clauses: [
      ['The table lists 4 users', breaks(removed('dan'))],
      ['Every row has a Delete button', breaks(removed('ben-delete'), removed('dan-delete'))],
      [
        'The columns are Name, E-mail, Role, Status and Actions',
        breaks(`document.querySelectorAll("th")[3].remove()`),
      ],
      ["Ben Okri's role is Editor", breaks(textOf('ben-role', 'Admin'))],
      ['Deactivate Ben Okri', does('click ben-block')],
      ['A notification "Ben Okri was deactivated" pops up', breaks(textOf('toast', 'Oops'))],
      ['His status changes to Inactive', breaks(textOf('ben-status', 'Active'))],
      ['The button in that row now reads "Activate"', breaks(textOf('ben-block', 'Deactivate'))],
      ['Click Delete next to Cleo Marsh', does('click cleo-delete')],
      [
        'A confirmation dialog asks "Delete user?"',
        breaks(textOf('x-title', 'Sure?'), `at("delete-dialog").close()`),
      ],
      [
        'It warns that "This removes Cleo Marsh for good."',
        breaks(textOf('x-text', 'This removes Dan Wu for good.')),
      ],
      ['Confirm with Delete', does('click x-yes')],
      [
        'Cleo Marsh disappears from the table',
        breaks(`at("rows").insertAdjacentHTML("beforeend", "<tr><td></td><td>Cleo Marsh</td></tr>")`),
      ],
      ['There are three users left', breaks(removed('dan'))],
    ],
  },
  {
    page: 'users',
    heading: 'Feature: Inviting users',
    clauses: [
      ['Given the admin clicks "Invite user"', does('click invite')],
      [
        'When the admin enters eve@example.com into the e-mail field of the dialog',
        does('i-email=eve@example.com'),
      ],
      ['And selects the Editor role', does('i-role=Editor')],
      ['And sends the invitation', does('click i-send')],
      ['Then a success message "Invitation sent" should appear', breaks(textOf('toast', 'Error'))],
      [
        'And the table should contain a row with eve@example.com, Editor and Invited',
        breaks(textOf('eve-mail', 'x'), textOf('eve-role', 'Viewer'), textOf('eve-status', 'Active')),
      ],
      [
        'And "Showing 5 of 5 users" should be shown under the table',
        breaks(textOf('showing', 'Showing 4 of 5 users')),
      ],
    ],
  },
  {
    page: 'users',
    clauses: [
      ['"Delete selected" should be disabled until a user is selected', { refused: true }],
      ['Select the checkbox for Dan Wu', does('dan-box=on')],
      ['"Delete selected" becomes enabled', breaks(`at("remove").disabled = true`)],
      ['Use the role filter to show only Viewers', does('role=Viewer')],
      ['The table shows only Cleo Marsh and Dan Wu', breaks(hide('dan'), show('ada'))],
      ['Open the user menu "Olga Admin"', does('click me')],
      ['There is a Sign out item in the menu', breaks(removed('bye'))],
    ],
  },
];

/** Written as testers write, without a look at the compiler. */
export const testerPrompts: readonly SamplePrompt[] = [...tracker, ...rooms, ...users];

const library: SamplePrompt[] = [
  {
    page: 'library',
    heading: 'Scenario: renewing and returning',
    clauses: [
      ['Given I am on the "My loans" page', breaks(textOf('title', 'Catalogue'))],
      ['Then I should see three books', breaks(removed('emma'))],
      ['And every book has a Return button', breaks(removed('emma-return'))],
      ['When I renew "Emma"', does('click emma-renew')],
      ['Then a green banner says "Emma was renewed"', breaks(textOf('banner', 'Dune was renewed'))],
      ['And its due date is 31 May', breaks(textOf('emma-due', 'due 7 May'))],
      ['And the Renew button of Emma is disabled', breaks(`at("emma-renew").disabled = false`)],
      ["And I can't renew Ulysses", breaks(`at("ulysses-renew").disabled = false`)],
      ['When I return Dune', does('click dune-return')],
      [
        'Then Dune is no longer listed',
        breaks(`at("loans").insertAdjacentHTML("beforeend", "<li><strong>Dune</strong></li>")`),
      ],
      ['And two loans are left', breaks(removed('emma'))],
      ['And the badge in the navigation shows 2', breaks(textOf('nav-count', '3'))],
    ],
  },
  {
    page: 'library',
    clauses: [
      [
        '- "Outstanding fees: €2.50" is displayed at the top',
        breaks(textOf('fees', 'Outstanding fees: €3.50')),
      ],
      ['- Press Pay fees', does('click pay')],
      [
        '- A popup opens with the text "You are about to pay €2.50."',
        breaks(textOf('d-text', 'You are about to pay €9.50.')),
      ],
      ['- It has the buttons "Pay now" and "Later"', breaks(removed('d-later'))],
      ['- Choose Pay now', does('click d-pay')],
      [
        '- "Payment received" should be visible after clicking Pay now',
        breaks(textOf('banner', 'Payment failed')),
      ],
      ['- The popup is closed', breaks(`at("dialog").showModal()`)],
      ['- The fees are gone', { refused: true }],
    ],
  },
  {
    page: 'library',
    clauses: [
      ['Submit the suggestion form without entering anything', does('click s-send')],
      ['The Book title field shows the error "Enter the title of the book"', breaks(hide('s-title-error'))],
      ['Paperback is selected by default', breaks(`at("s-format").value = "Audiobook"`)],
      [
        'The format dropdown has the options Paperback, Hardcover and Audiobook',
        breaks(`at("s-format").options[1].remove()`),
      ],
      [
        'Fill in the form with book title "Middlemarch" and author "George Eliot"',
        does('s-title=Middlemarch', 's-author=George Eliot'),
      ],
      ['Change the format to Audiobook', does('s-format=Audiobook')],
      ['Under "Why should we buy it?" write "A classic"', does('s-why=A classic')],
      ['Tick "Reserve it for me"', does('s-reserve=on')],
      ['Send the suggestion', does('click s-send')],
      ['A thank-you message "Thanks for your suggestion!" replaces the form', breaks(hide('s-done'))],
    ],
  },
];

/** Not judged before the causes of the tenth sample were fixed. */
export const heldOutPrompts: readonly SamplePrompt[] = library;
