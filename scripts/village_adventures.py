"""Plots of the village tales in which someone sets out to do something. See village_plots.py for their form."""

CONTEST = {
    "title": "{a} and {b} at the Fair",
    "linked": (0, 3),
    "parts": [
        [
            "There was to be a fair in Alderbrook, and a prize for the best cake. \"I shall win it,\" said {a}. \"You?"
            "\" said {b}. \"You cannot boil an egg.\"",
            "Once a year there was a race from the mill to the bridge. {a} had won it last year. This year {b} wanted "
            "to win. \"We shall see,\" said {a}.",
            "\"Who has the finest voice in the village?\" asked the poster on the door of the school. \"I have,\" said "
            "{a}. \"I have,\" said {b} at the very same moment.",
        ],
        [
            "For three days nobody saw {a}, and nobody saw {b}. But {c}, who was to be the judge, heard both of them "
            "at work until late at night.",
            "{a} got up before the sun to practise. So did {b}. They met {place} and looked the other way, as if they "
            "had never met before.",
            "\"How is it going?\" asked {c}. \"Very well,\" said {a}, who had not slept. \"Very well,\" said {b}, who "
            "had not eaten.",
        ],
        [
            "The great day came. There were flags on the square and lemonade for everyone. {c} climbed on a barrel and "
            "rang a bell. \"Let us begin!\"",
            "On the day of the fair the whole village stood in the square. {a} was pale. {b} was paler. \"Good luck,\" "
            "whispered {a}. \"Good luck,\" whispered {b}.",
        ],
        [
            "But just as it was {b}'s turn, {b} stumbled and fell, and everything was ruined. Nobody laughed. {a} went "
            "over and held out a hand. \"Take half of mine,\" said {a}.",
            "Halfway through, {a} stopped. {b} was sitting on the ground and holding {b.his} foot. {a} could have gone "
            "on and won. But {a} turned round and went back.",
            "Then {b} forgot everything that {b.he} had practised. It was very quiet. And out of the quiet came the "
            "voice of {a}, who helped {b.him} to the end.",
        ],
        [
            "\"The prize,\" said {c}, \"is a {thing}, and there is only one. But I see two winners.\" So {a} had it "
            "on weekdays and {b} had it on Sundays.",
            "\"Who has won?\" asked the people. {c} thought for a while. \"Nobody has won,\" {c.he} said, \"and that is "
            "the best fair that I can remember.\"",
            "{c} gave the prize to both of them. It was {food}, so it was easy to share.",
        ],
    ],
}

BIRTHDAY = {
    "title": "The Birthday of {a}",
    "parts": [
        [
            "It was {a}'s birthday, and nobody seemed to know it. \"Good morning,\" said {b}, and nothing more. \"Nice "
            "weather,\" said {c}, and hurried on.",
            "{a} had counted the days, and today was the day. {a.He} swept the floor, put out three cups and waited. "
            "The clock ticked. Nobody came.",
        ],
        [
            "\"Perhaps they have forgotten,\" thought {a}. \"I will not say a word. One does not ask for presents.\" "
            "But {a.his} heart was as heavy as a stone.",
            "{a} went to the shop and said loudly, \"What day is it today?\" \"Tuesday,\" said {b}, and looked the "
            "other way.",
            "{a} saw {b} and {c} whispering {place}. When they saw {a.him}, they stopped. \"What are you talking about?"
            "\" asked {a}. \"About the weather,\" said {b}.",
        ],
        [
            "Now the truth was this: {b} and {c} had been working on a present for a week. {b} had made a {thing}, and "
            "{c} had painted it, and the paint would not dry.",
            "What {a} did not know was that {b} had been up since four to wrap a {thing}, and that {c} had carried "
            "{food} all the way from the next village.",
        ],
        [
            "In the evening {a} put away the cups. Then there was a noise outside, like many feet trying to be quiet. "
            "{a} opened the door. \"Surprise!\" shouted the whole village.",
            "\"Come quickly,\" said {c} at the door, \"something has happened {place}.\" {a} ran as fast as {a.he} "
            "could. There were lanterns in all the trees, and a long table, and everyone was there.",
        ],
        [
            "\"Did you think that we had forgotten?\" asked {b}. \"Not for a moment,\" said {a}. \"Well, perhaps for a "
            "moment.\"",
            "{a} could not say anything at all, and that was a thing that had never happened before. \"{b.says}\" "
            "said {b} kindly.",
            "\"This {thing},\" said {a}, \"is the finest that I have ever seen, and you are the finest friends.\"",
        ],
    ],
}

JOURNEY = {
    "title": "{a} Goes to {far}",
    "linked": (0, 3, 5),
    "parts": [
        [
            "{b} was ill. {b.He} lay in bed with a hot head and cold feet. \"There is only one thing that helps,\" said "
            "{c}, \"and that is tea from the flowers that grow near {far}.\"",
            "\"Has anyone ever been to {far}?\" asked {a}. Nobody had. \"It is too far,\" said {b}. \"How do you know,\" "
            "asked {a}, \"if nobody has been there?\"",
        ],
        [
            "So {a} packed a bag with bread, a rope and a {thing}, and set off before sunrise. {c} came along as far as "
            "the bridge. \"Be careful,\" said {c}. \"I am always careful,\" said {a}.",
            "{a} took a stick and a piece of bread. \"I shall be back in three days,\" {a.he} said. \"{b.says}\" said "
            "{b}, and waved from the window until {a} was out of sight.",
        ],
        [
            "On the first day the road went up. On the second day it went up even more. \"One step and one step,\" said "
            "{a}, \"and then one step more.\"",
            "At night {a} lay under a tree and counted the stars. There were more of them than at home. {a.He} was a "
            "little afraid, but only a little.",
            "Where the road ended, there was a stream, and where the stream ended, there was a wood, and it was so still "
            "in the wood that {a} could hear {a.his} own heart.",
        ],
        [
            "And there it was. {a} stood still and looked. No one had ever told {a.him} how beautiful it would be. Then "
            "{a.he} picked as many flowers as {a.he} could carry and turned back.",
            "Near {far} there lived an old tortoise. \"I have not had a visitor for forty years,\" said the tortoise. "
            "\"Sit down and tell me everything.\" And {a} did.",
        ],
        [
            "On the way home it rained, but {a} sang. On the fourth day {b} saw a small dot on the road. The dot grew "
            "and grew, and then it had a hat, and then it was {a}.",
            "The way home was shorter than the way out, as ways home are. {c} was sitting on the bridge, and had been "
            "sitting there since noon, with {food} under a cloth.",
        ],
        [
            "{b} drank the tea and was well again the next morning. \"Was it the flowers?\" asked {a}. \"It was the "
            "friend who fetched them,\" said {c}.",
            "\"You are late,\" said {c}, and wiped {c.his} eyes. \"I know,\" said {a}. \"I had so much to look at, and "
            "someone to talk to.\" \"Is it far?\" asked {b}. \"It is,\" said {a}. \"But not too far.\"",
        ],
    ],
}

COURAGE = {
    "title": "How {a} Was Brave",
    "parts": [
        [
            "{a} was afraid of {fear}. {a.He} had never told anyone, for {a.he} thought that nobody else in the world "
            "was afraid of anything.",
            "Everybody in the village knew it, though nobody spoke of it: {a} was afraid of {fear}. When the others "
            "talked about it, {a} looked for something under the table.",
        ],
        [
            "\"Come with us,\" said {b}. \"I cannot,\" said {a}. \"I have to count my spoons.\" \"You counted them "
            "yesterday,\" said {b}.",
            "One day {b} asked, \"What are you afraid of?\" \"Nothing,\" said {a}. Then {a.he} was silent for a while. "
            "\"{Fear},\" said {a} very softly.",
        ],
        [
            "\"I will tell you a secret,\" said {b}. \"I am afraid of spiders. Small ones most of all.\" \"You?\" said "
            "{a}, and felt better at once.",
            "\"Brave is not the one who is never afraid,\" said {b}. \"Brave is the one who is afraid and goes all the "
            "same.\" {a} thought about that for three days.",
        ],
        [
            "Then it happened that {c} was in trouble. {c} had gone out alone and had not come back, and there was no "
            "one near but {a}. And between {a} and {c} there was {fear}.",
            "It was {c} who called for help that night. \"Somebody must go,\" said the people, and looked at the floor. "
            "\"I will go,\" said a small voice. It was {a}.",
        ],
        [
            "{a} shut both eyes and took one step. Then {a.he} opened one eye and took another. And when both eyes were "
            "open, {a.he} was on the other side, and {c} was holding {a.his} hand.",
            "{a.His} knees shook and {a.his} teeth chattered, but {a.his} feet went on. \"Here I am,\" said {a}. \"I "
            "knew that someone would come,\" said {c}. \"I did not know that it would be you.\"",
        ],
        [
            "\"Are you still afraid of {fear}?\" asked {b} the next day. \"Yes,\" said {a}. \"But now it is a little "
            "afraid of me.\"",
            "They gave {a} a {thing} with three words on it: For Great Courage. {a} keeps it under the pillow.",
        ],
    ],
}

QUESTION = {
    "title": "{a} Asks a Question",
    "parts": [
        [
            "\"{question}\" asked {a} one morning. Nobody had ever asked that before. {a} put on {a.his} hat and went to "
            "find out.",
            "{a} had lain awake all night, for there was a question in {a.his} head, and it went round and round. It was "
            "this: {question}",
        ],
        [
            "{a} asked {b}. \"{question}\" said {b}. \"It has always been so. Why do you ask?\" \"Because I do not know,\" "
            "said {a}.",
            "\"That is easy,\" said {b}, and thought for a long time. \"No,\" said {b} then, \"it is not easy at all. "
            "{b.saying}\"",
        ],
        [
            "{a} asked the miller and the smith, the ducks on the pond and the old horse in the meadow. Everyone had an "
            "answer, and no two answers were the same.",
            "\"I will tell you,\" said a snail on the wall, \"but it will take me until Thursday.\" {a} said thank you "
            "and went on.",
        ],
        [
            "In the end {a} came to {c}. \"{question}\" asked {c}. \"Come, we will sit down {place} and watch.\" And they "
            "sat and watched until the sun went down.",
            "{c} did not laugh. \"I have asked myself the same,\" said {c}, \"when I was as young as you. Let us write "
            "down what we see, and then we shall know a little more.\"",
        ],
        [
            "\"Now I know something,\" said {a}, \"but I have three new questions.\" \"That,\" said {c}, \"is how you can "
            "tell that it was a good one.\"",
            "\"So that is the answer,\" said {a}. \"It is one answer,\" said {c}. \"Tomorrow we shall look for the next.\"",
        ],
    ],
}
