"""Plots of the village tales in which something goes wrong. See village_plots.py for their form."""

LOST = {
    "title": "{a} and the {thing}",
    "parts": [
        [
            "{a} had a {thing}. It was not worth much, but it had belonged to {a.his} grandmother, and {a} looked at "
            "it every morning. That morning it was gone.",
            "On the shelf by the window {a} kept a {thing}. But when {a.he} reached for it that day, there was nothing "
            "on the shelf but dust.",
            "\"My {thing}!\" cried {a}. \"It was here last night, and now it is gone.\" {a.He} looked under the bed, "
            "behind the stove and even in the soup.",
        ],
        [
            "First {a} went to {b}. \"Have you seen my {thing}?\" {a.he} asked. \"No,\" said {b}, \"but I will help "
            "you look. {b.saying}\"",
            "{a} ran to {b.home} and knocked at the door. \"A {thing}?\" said {b}. \"I saw one yesterday, {place}. "
            "Or was it the day before?\"",
            "{b} was just coming down the lane. \"You look as if it had rained on your birthday,\" said {b}. \"What "
            "is the matter?\" And {a} told {b.him} everything.",
        ],
        [
            "They looked {place}. They looked in the grass, among the stones and up in the trees. They found a spoon, "
            "two buttons and a very old shoe, but no {thing}.",
            "So they searched together, {a} on the left side of the road and {b} on the right. \"If we were the "
            "{thing},\" said {b}, \"where would we go?\"",
            "The whole morning they searched, and the whole afternoon. \"We have looked everywhere,\" said {a}. "
            "\"Not everywhere,\" said {b}, \"only in all the places that we know.\"",
        ],
        [
            "Then {c} came by, humming, and on {c.his} arm hung the {thing}. \"I found it in the lane,\" said {c}. \"I "
            "asked everyone whose it was. Everyone but you.\"",
            "At last they came to {c.home}. And there, on the table, lay the {thing}. \"Is it yours?\" asked {c}. "
            "\"It was lying in the road, and I cleaned it.\"",
            "\"Stop,\" said {c}, who had been watching them from the gate. \"{a}, what is that in your own pocket?\" "
            "{a} put a hand into {a.his} pocket, and there was the {thing}.",
        ],
        [
            "{a} did not know whether to laugh or to cry, so {a.he} did both. \"Thank you,\" {a.he} said. \"A thing "
            "that is lost and found is worth twice as much.\"",
            "\"How can I thank you?\" asked {a}. \"Tell us about your grandmother,\" said {b}. And {a} told them, and "
            "it grew late, and nobody noticed.",
        ],
    ],
}

STORM = {
    "title": "The Night of the Storm",
    "linked": (1, 2),
    "parts": [
        [
            "Towards evening the sky turned black behind the hills. \"That will be a storm,\" said {a}. \"It will "
            "not come here,\" said {b}. But it came.",
            "First there was a wind, then there was a roar, and then the rain fell as if someone had turned the river "
            "upside down. {a} shut the door and all the windows.",
            "\"Close your shutters!\" called {b} from the road. \"The storm is coming over the hills!\" {a} had never "
            "heard {b} call so loudly.",
        ],
        [
            "In the middle of the night somebody knocked. It was {c}, wet from head to foot. \"The wind has taken my "
            "roof,\" said {c}. \"May I come in?\"",
            "Then there was a crash. The old tree by the bridge had fallen, and it had fallen on {c.home}. \"We must "
            "go and see,\" said {a}. \"Now?\" asked {b}. \"Now,\" said {a}.",
            "A small light was swinging out there in the dark. \"Who can that be?\" asked {a}. It was {c} with a "
            "lantern, and {c} was calling for help.",
        ],
        [
            "{a} gave {c} a blanket and put wood on the fire. \"You may stay as long as you like,\" said {a}. \"I "
            "snore,\" said {c}. \"So does the storm,\" said {a}.",
            "They took a rope, and {b} held one end and {a} held the other. Step by step they went through the wind, "
            "until they could hear {c}. \"Hold on!\" they shouted.",
            "\"Are you afraid?\" asked {b}. \"Yes,\" said {a}, \"but I am coming with you.\" And hand in hand they "
            "went out into the rain.",
        ],
        [
            "In the morning the sky was washed and blue. Half of the roof lay {place}, and the other half was never "
            "found. \"{b.says}\" said {b}, and rolled up {b.his} sleeves.",
            "When it was light, the whole village came with hammers and nails. {b} carried the boards, {a} held the "
            "ladder, and {c} told them what was crooked.",
            "By noon there was a new roof. It was a little crooked, and it was green on one side and red on the "
            "other, but not a drop came through.",
        ],
        [
            "\"It is a better house than before,\" said {c}. \"Before, I built it alone.\"",
            "\"Next time the storm may come to me,\" said {b}. \"Then we will come to you,\" said {a} and {c}.",
            "{c} looked at the roof, and at all the tired faces. \"I did not know,\" said {c}, \"that I had so many "
            "friends.\"",
        ],
    ],
}

QUARREL = {
    "title": "The Quarrel about the {thing}",
    "linked": (2, 3),
    "parts": [
        [
            "{a} and {b} had found a {thing} {place}. \"I saw it first,\" said {a}. \"But I picked it up,\" said {b}.",
            "Nobody could say how the quarrel began. Some said that it was about a {thing}, and some said that it was "
            "about nothing at all. But {a} and {b} did not speak any more.",
        ],
        [
            "\"It is mine!\" cried {a}. \"It is mine!\" cried {b}. They pulled at it from both sides until they both "
            "fell over.",
            "{a} built a fence. {b} built a higher one. {a} planted a hedge, and {b} hung up a sign that said: No Entry."
            "",
            "When {a} went left, {b} went right. When {b} sang, {a} shut the window. The whole village was tired of it.",
        ],
        [
            "At last they went to {c}. \"Tell us who is right,\" they said. {c} looked at {a}, and then at {b}. \"Come "
            "back tomorrow,\" said {c}, \"and each of you bring me the reason in one sentence.\"",
            "\"I can settle it,\" said {c}. \"Let each of you tell me something good about the other. Who tells me "
            "more shall have the {thing}.\"",
            "{c} heard of it and came with a saw. \"We will cut it in two,\" said {c}. \"Then each of you has half of "
            "a {thing}, and that is fair.\"",
        ],
        [
            "{a} thought all night. \"The truth is,\" {a.he} said in the morning, \"that I do not want it. I only did "
            "not want to lose.\" \"Neither did I,\" said {b}.",
            "There was a long silence. \"{b} once lent me an umbrella,\" said {a} at last. \"{a} once sat with me when "
            "I was ill,\" said {b}. Then they looked at each other, and the quarrel was over.",
            "\"No!\" cried both of them at once. \"Do not spoil it!\" \"Good,\" said {c}. \"Then you agree about "
            "something.\"",
        ],
        [
            "They gave the {thing} to {c}, who hung it over the door. There it hangs to this day.",
            "Out of the boards of an old fence they made a bench and put it {place}. There is room for two on it, "
            "and on Sundays for three.",
        ],
    ],
}

NOISE = {
    "title": "The Noise in the Night",
    "parts": [
        [
            "In the middle of the night {a} sat up in bed. There it was again: tap, tap, tap. And then a long, low "
            "hooooo.",
            "\"Did you hear it too?\" asked {b} in the morning. \"I heard it,\" said {a}. \"It was somewhere {place}, and it "
            "went on until the clock struck three.\"",
        ],
        [
            "\"It is a ghost,\" said {b}. \"There are no ghosts,\" said {a}, and looked behind the door to be sure.",
            "\"It is only the wind,\" said {a}. \"The wind does not cough,\" said {b}.",
            "{b} put a chair against the door. {a} put a table against the chair. \"Now nothing can come in,\" said {b}. "
            "\"And we cannot get out,\" said {a}.",
        ],
        [
            "The next night they took a lantern and went to look. The road was long, and every bush had a face. \"You "
            "go first,\" said {b}. \"We go together,\" said {a}.",
            "They waited until it was quite dark. Then they crept along the wall, {a} in front and {b} behind. Tap, tap, "
            "tap went the noise. Thump, thump, thump went their hearts.",
        ],
        [
            "{a} lifted the lantern. And there sat {c} with a hammer in one hand and a {thing} in the other. \"Oh,\" "
            "said {c}. \"It was to be a surprise.\"",
            "It was {c}. {c.He} was sitting {place} and practising on a flute, very badly. \"I did not want to wake "
            "anyone,\" said {c}, and turned quite red.",
            "Somebody moved in the dark. \"Who is there?\" called {a}, and {a.his} voice was very high. \"Only me,\" "
            "said {c}. \"I could not sleep, so I have been mending the gate.\"",
        ],
        [
            "\"Next time,\" said {a}, \"make your noise by day, and we will help you.\" \"And if you cannot sleep,\" said "
            "{b}, \"come and knock. But not too loudly.\"",
            "They laughed so loudly that the whole village woke up, and all the windows grew bright, one after the "
            "other.",
        ],
    ],
}

TRICK = {
    "title": "The Trick That {a} Played",
    "linked": (1, 2, 4),
    "parts": [
        [
            "{a} was bored, and when {a} was bored, somebody had to look out. \"I shall play a trick on {b},\" said {a}, "
            "and laughed at the thought.",
            "It was a long, dull day, and {a} had nothing to do. \"What would {b} say,\" thought {a}, \"if something "
            "quite unusual happened?\"",
        ],
        [
            "So {a} hid {b}'s {thing} {place}, sat down behind the wall and waited to see what {b} would do.",
            "{a} painted the door of {b.home} bright yellow, and put a sign on it that said: Post Office. All morning "
            "people came to {b} with letters.",
            "{a} told {b} that the king was coming to tea. {b} swept the house from top to bottom and put on {b.his} best "
            "collar.",
        ],
        [
            "{b} looked in every corner, and then in every corner again. \"It was a present,\" said {b} to nobody, and "
            "sat down on the step. Behind the wall it was no longer so funny.",
            "At first {b} laughed. But the letters were wet, and the people were cross, and in the evening {b} stood in "
            "front of the yellow door and was very tired.",
            "{b} waited and waited. It grew late, and the tea grew cold. {b} did not get angry. {b} only looked very "
            "small, all alone at the long table.",
        ],
        [
            "{c} had seen everything. \"Was it funny?\" asked {c}. \"Yes,\" said {a}. \"For whom?\" asked {c}. {a} did "
            "not know what to say.",
            "{a} could not sleep that night. The trick, which had been so light in the morning, lay on {a.him} like a "
            "sack of flour.",
            "\"I did not think of that,\" said {a} to {c}. \"Then think of it now,\" said {c}, \"and do something about "
            "it.\"",
        ],
        [
            "So {a} went to {b}, with the {thing} in one hand and {a.his} hat in the other, and told {b.him} everything. "
            "\"I knew it was you,\" said {b}. \"You laughed behind the wall. But I did not know that you would come.\"",
            "The next morning {b} heard a brush. {a} was painting the door again, and this time it was the right colour. "
            "\"A little yellow may stay,\" said {b}. \"Round the edge.\"",
            "Then {a} put on a paper crown and a red blanket and knocked at {b}'s door. \"I am the king,\" said {a}, \"and "
            "I am very sorry.\" {b} looked at the crown. \"Come in, Your Majesty,\" said {b}.",
        ],
        [
            "\"Will you play tricks again?\" asked {c}. \"Yes,\" said {a}, \"but only those at which two can laugh.\"",
            "{a} helped {b} for a whole week, and at the end of the week {b} played a trick on {a}. It was a very good "
            "one.",
        ],
    ],
}
